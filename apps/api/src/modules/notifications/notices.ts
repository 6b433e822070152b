import type { NotificationLevel } from '@gatehouse/validation/notification-events'
import type { Language } from '@gatehouse/validation/vocabulary'

/** Notices to the owner of an account, in the app and by email. */
export const noticeLevels = {
  password_changed: 'warning',
  password_reset: 'warning',
  two_step_enabled: 'info',
  two_step_renewed: 'warning',
  two_step_disabled: 'danger',
  two_step_reset: 'danger',
  recovery_codes_renewed: 'warning',
  recovery_code_used: 'warning',
  email_change_requested: 'warning',
  email_changed: 'warning',
} as const satisfies Record<string, NotificationLevel>

export type NoticeKind = keyof typeof noticeLevels

/** All notices in the app. Failures of background work are reported only here. */
export const bellLevels = {
  ...noticeLevels,
  mail_failed: 'warning',
  new_address_mail_failed: 'warning',
  user_mail_failed: 'warning',
  text_failed: 'warning',
  user_text_failed: 'warning',
  notice_failed: 'danger',
  further_stored_refused: 'danger',
  ban_exception_granted: 'info',
  ban_exception_refused: 'warning',
  ban_exception_ended: 'warning',
} as const satisfies Record<string, NotificationLevel>

export type BellKind = keyof typeof bellLevels

/** The placeholders in `text`, such as `{reason}` and `{name}`, are replaced. */
export interface NoticeMessage {
  title: string
  text: string
}

type NoticeMessages = Record<BellKind, NoticeMessage>

/** The texts are the same in Australian and American English. */
const english: NoticeMessages = {
  password_changed: {
    title: 'Your password was changed',
    text: 'The password of your account was changed, and your other devices were logged out.',
  },
  password_reset: {
    title: 'Your password was reset',
    text: 'The password of your account was reset by an emailed link, and every device was logged out.',
  },
  two_step_enabled: {
    title: 'Two-step authentication is on',
    text: 'Your account now requires a verification code when you log in.',
  },
  two_step_renewed: {
    title: 'Your authenticator app was replaced',
    text: 'Your account now uses another authenticator app for its verification codes.',
  },
  two_step_disabled: {
    title: 'Two-step authentication is off',
    text: 'Your account no longer requires a verification code when you log in.',
  },
  two_step_reset: {
    title: 'Your two-step authentication was reset',
    text: 'An administrator removed the authenticator and the recovery codes of your account and ended your sessions. Log in and set up two-step authentication again. If you did not ask for this, contact your administrator.',
  },
  recovery_codes_renewed: {
    title: 'You have new recovery codes',
    text: 'New recovery codes were created for your account. The earlier ones no longer work.',
  },
  recovery_code_used: {
    title: 'A recovery code was used',
    text: 'A recovery code was used to log in to your account.',
  },
  email_change_requested: {
    title: 'A new email address was entered',
    text: 'A new email address was entered for your account. Open the link that was sent to it to confirm the change.',
  },
  email_changed: {
    title: 'Your email address was changed',
    text: 'Your account has a new email address. Log in with it next time.',
  },
  mail_failed: {
    title: 'An email to you could not be delivered',
    text: 'An email about your account could not be delivered ({reason}). Please check the address in your details.',
  },
  new_address_mail_failed: {
    title: 'Your new email address could not be reached',
    text: 'The link to confirm your new email address could not be delivered ({reason}). Please check the address and enter it again.',
  },
  user_mail_failed: {
    title: 'An email to a user could not be delivered',
    text: 'An email to {name} could not be delivered ({reason}). Please check the email address of the account.',
  },
  text_failed: {
    title: 'A text message to you could not be delivered',
    text: 'A text message to your mobile could not be delivered ({reason}). Please check the number in your details.',
  },
  user_text_failed: {
    title: 'A text message to a user could not be delivered',
    text: 'A text message to {name} could not be delivered ({reason}). Please check the mobile of the account.',
  },
  notice_failed: {
    title: 'A notification could not be sent',
    text: '“{event}”: the recipients could not be determined. Resend it under Settings, Failed deliveries. See the server log for details.',
  },
  further_stored_refused: {
    title: 'Further stored sign-ins were refused',
    text: '{method} at {site} sent {further} more sign-ins or sign-outs that were refused. They were stored offline; the last was at {time}. Known by name: {people}. Please look for these people.',
  },
  ban_exception_granted: {
    title: 'The exception from a ban was approved',
    text: '{name} approved the exception that you requested. The banned person can sign in at {site} until {time}.',
  },
  ban_exception_refused: {
    title: 'The exception from a ban was rejected',
    text: '{name} rejected the exception at {site} that you requested. The ban stays active.',
  },
  ban_exception_ended: {
    title: 'The exception from a ban was ended',
    text: '{name} ended the exception at {site} that you requested. The ban is active again.',
  },
}

const spanish: NoticeMessages = {
  password_changed: {
    title: 'Se cambió su contraseña',
    text: 'Se cambió la contraseña de su cuenta y se cerró la sesión en sus demás dispositivos.',
  },
  password_reset: {
    title: 'Se restableció su contraseña',
    text: 'Se restableció la contraseña de su cuenta con un enlace enviado por correo y se cerró la sesión en todos los dispositivos.',
  },
  two_step_enabled: {
    title: 'La autenticación en dos pasos está activada',
    text: 'Su cuenta ahora exige un código de verificación al iniciar sesión.',
  },
  two_step_renewed: {
    title: 'Se reemplazó su aplicación de autenticación',
    text: 'Su cuenta ahora toma los códigos de verificación de otra aplicación de autenticación.',
  },
  two_step_disabled: {
    title: 'La autenticación en dos pasos está desactivada',
    text: 'Su cuenta ya no pide un código de verificación al iniciar sesión.',
  },
  two_step_reset: {
    title: 'Se restableció su autenticación en dos pasos',
    text: 'Un administrador eliminó la aplicación de autenticación y los códigos de recuperación de su cuenta, y cerró sus sesiones. Inicie sesión y configure de nuevo la autenticación en dos pasos. Si usted no lo pidió, comuníquese con su administrador.',
  },
  recovery_codes_renewed: {
    title: 'Tiene nuevos códigos de recuperación',
    text: 'Se crearon nuevos códigos de recuperación para su cuenta. Los anteriores ya no funcionan.',
  },
  recovery_code_used: {
    title: 'Se usó un código de recuperación',
    text: 'Se inició sesión en su cuenta con uno de sus códigos de recuperación.',
  },
  email_change_requested: {
    title: 'Se ingresó una nueva dirección de correo',
    text: 'Se ingresó una nueva dirección de correo para su cuenta. Abra el enlace que se envió a ella para confirmar el cambio.',
  },
  email_changed: {
    title: 'Se cambió su dirección de correo',
    text: 'Su cuenta tiene una nueva dirección de correo. La próxima vez, inicie sesión con ella.',
  },
  mail_failed: {
    title: 'No se pudo entregar un correo para usted',
    text: 'No se pudo entregar un correo sobre su cuenta en su dirección ({reason}). Revise la dirección en sus datos.',
  },
  new_address_mail_failed: {
    title: 'No se pudo llegar a su nueva dirección de correo',
    text: 'No se pudo entregar el enlace para confirmar su nueva dirección de correo ({reason}). Revise la dirección e ingrésela de nuevo.',
  },
  user_mail_failed: {
    title: 'No se pudo entregar un correo a un usuario',
    text: 'No se pudo entregar un correo a {name} ({reason}). Revise la dirección de correo de la cuenta.',
  },
  text_failed: {
    title: 'No se pudo entregar un mensaje de texto para usted',
    text: 'No se pudo entregar un mensaje de texto a su celular ({reason}). Revise el número en sus datos.',
  },
  user_text_failed: {
    title: 'No se pudo entregar un mensaje de texto a un usuario',
    text: 'No se pudo entregar un mensaje de texto a {name} ({reason}). Revise el celular de la cuenta.',
  },
  notice_failed: {
    title: 'No se pudo enviar una notificación',
    text: '«{event}»: no se pudo determinar a quién notificar. Reenvíela en Ajustes, Entregas fallidas. El registro del servidor tiene los detalles.',
  },
  further_stored_refused: {
    title: 'Se rechazaron más registros guardados',
    text: '{method} en {site} envió {further} registros más, de entrada o de salida, que se rechazaron. Los había guardado sin conexión; el último es de {time}. Conocidos por su nombre: {people}. Busque a estas personas.',
  },
  ban_exception_granted: {
    title: 'Se aprobó la excepción a una prohibición',
    text: '{name} aprobó la excepción que usted pidió. La persona puede entrar en {site} hasta el {time}.',
  },
  ban_exception_refused: {
    title: 'Se rechazó la excepción a una prohibición',
    text: '{name} rechazó la excepción en {site} que usted pidió. La prohibición sigue vigente.',
  },
  ban_exception_ended: {
    title: 'Se terminó la excepción a una prohibición',
    text: '{name} terminó la excepción en {site} que usted pidió. La prohibición vuelve a estar vigente.',
  },
}

/** The texts of each notice in each language. A missing kind or language does not compile. */
export const noticeMessages: Record<Language, NoticeMessages> = { 'en-au': english, en: english, es: spanish }

export function isBellKind(kind: string): kind is BellKind {
  return Object.hasOwn(bellLevels, kind)
}

export function isNoticeKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(noticeLevels, kind)
}
