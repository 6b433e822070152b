import type { NotificationEvent } from '@gatehouse/validation/notification-events'
import type { Language } from '@gatehouse/validation/vocabulary'
import type { RefusalReason } from '../../db/schema/refused-attempts.ts'

/** Placeholders such as `{site}` are replaced. */
export interface EventWords {
  /** Names the event in the settings of a recipient. */
  label: string
  title: string
  text: string
  /** Replaces `text` in emails and text messages, where `text` names a visitor. */
  outside?: string
  /** For several at one site, with their `{count}`. */
  several?: { title: string; text: string }
}

interface LanguageWords {
  events: Record<NotificationEvent, EventWords>
  /** Replaces the text of an event about a person's health in emails and text messages. */
  refused: Pick<EventWords, 'title' | 'text'>
  test: Pick<EventWords, 'title' | 'text'>
  /** Added where the same event was held back before: how often. */
  heldBack: { one: string; other: string }
  /** The link from an email to the record. */
  open: string
}

const english: LanguageWords = {
  events: {
    banned: {
      label: 'A banned person tried to sign in',
      title: 'A banned person tried to sign in',
      text: 'A banned person was refused at {site}, {method}.',
    },
    possible_ban_match: {
      label: 'A possible match with a ban signed in',
      title: 'Possible match with a ban',
      text: '{visitor} signed in at {site}, {method}, with a banned person’s mobile and a similar name. Check who it is.',
      outside:
        'A person signed in at {site}, {method}, with a banned person’s mobile and a similar name. Check who it is.',
    },
    ban_exception: {
      label: 'An exception from a ban was requested',
      title: 'An exception from a ban was requested',
      text: 'A person has requested to let a banned person in at {site}. A second person must approve or reject it.',
    },
    high: {
      label: 'Temperature too high',
      title: 'A temperature was too high',
      text: 'A person was refused at {site}, {method}, because the temperature was too high.',
    },
    low: {
      label: 'Temperature too low',
      title: 'A temperature was too low',
      text: 'A person was refused at {site}, {method}, because the temperature was too low.',
    },
    failed_answer: {
      label: 'An answer blocked a sign-in',
      title: 'An answer blocked a sign-in',
      text: 'A person was refused at {site}, {method}, because of an answer.',
    },
    admitted_after_refusal: {
      label: 'A person signed in after a refused answer',
      title: 'Signed in after a refused answer',
      text: '{visitor} signed in at {site}, {method}. An answer had blocked this person less than a day before. Check which answer is correct.',
      outside:
        'A person signed in at {site}, {method}, who had been refused less than a day before. Check which answer is correct.',
    },
    stored_refused: {
      label: 'A sign-in stored offline was refused',
      title: 'A stored sign-in was refused',
      text: '{person} {stored_action} at {method} at {time}, while it was offline. It was refused when it arrived: {late_reason}. Please look for this person.',
      outside: 'A sign-in stored offline at {site}, {method}, was refused when it arrived. Please check it.',
    },
    device_offline: {
      label: 'A device is offline',
      title: 'A device is offline',
      text: '{method} at {site} is no longer connected.',
      several: {
        title: 'Devices are offline',
        text: '{count} devices at {site} are no longer connected.',
      },
    },
    device_back: {
      label: 'A device is back',
      title: 'A device is back',
      text: '{method} at {site} is connected again.',
      several: {
        title: 'Devices are back',
        text: '{count} devices at {site} are connected again.',
      },
    },
    device_copied: {
      label: 'Two devices use one token',
      title: 'A device was copied',
      text: 'Two devices have used the token of {method} at {site}. Unpair it, then pair the correct device again.',
    },
    low_pressure: {
      label: 'Low pressure',
      title: 'Low pressure',
      text: '{method} at {site} reports low pressure. The filter cartridge may require replacement.',
    },
    filter_cartridge: {
      label: 'A filter cartridge is used up',
      title: 'A filter cartridge is used up',
      text: '{method} at {site} needs a new filter cartridge.',
    },
    overdue: {
      label: 'People are still on site',
      title: 'People are still on site',
      text: 'Overdue at {site}: {count}. Please check whether they are still there.',
    },
    muster_started: {
      label: 'A muster was started',
      title: 'Evacuation',
      text: 'A muster was started at {site}. Please help to find everyone.',
    },
    drill_started: {
      label: 'A drill was started',
      title: 'Evacuation drill',
      text: 'A drill was started at {site}. Please take part.',
    },
    muster_ended: {
      label: 'A muster or drill has ended',
      title: 'A muster has ended',
      text: 'The muster or drill at {site} has ended. Missing: {count}.',
    },
    muster_forgotten: {
      label: 'A muster or drill was not ended',
      title: 'A muster is still running',
      text: 'Nothing was marked in the muster or drill at {site} for two hours. End it if it is finished.',
    },
    approval_waiting: {
      label: 'An account needs approval',
      title: 'An account needs approval',
      text: '{name} was added as a new user. Please approve or reject the account.',
      outside: 'A new user was added. Please approve or reject the account.',
    },
    site_reopened: {
      label: 'An archived site is active again',
      title: 'An archived site is active again',
      text: 'A person signed in at {site} while it was being archived, so the site is active again. Please archive it when everyone has left.',
    },
    webhook_failing: {
      label: 'A webhook was disabled',
      title: 'A webhook was disabled',
      text: 'The receiver at {webhook} has accepted nothing for three days, so its webhook was disabled. Resend the failed deliveries under Settings.',
    },
    retention_done: {
      label: 'Personal data was erased',
      title: 'Personal data was erased',
      text: 'Personal data past its retention period was erased. Records: {count}.',
    },
    log_head: {
      label: 'Daily proof of the access log',
      title: 'Proof of the access log',
      text: 'The access log has {count} entries. The hash of the last one is {hash}. Keep this message: an operator can use it to prove that nothing was removed or rewritten.',
    },
    visitor_arrived: {
      label: 'A visitor has arrived for this person',
      title: 'You have a visitor',
      text: '{visitor} has signed in at {site} to see you. Please reply.',
      outside: 'A visitor has signed in at {site} to see you. Please reply.',
    },
  },
  refused: {
    title: 'A sign-in was refused',
    text: 'A person could not sign in at {site}, {method}. Please check it.',
  },
  test: { title: 'A test', text: 'This is a test. Your notifications arrive here.' },
  heldBack: {
    one: 'It happened once more since the last notification.',
    other: 'It happened {n} more times since the last notification.',
  },
  open: 'Open Gatehouse',
}

const spanish: LanguageWords = {
  events: {
    banned: {
      label: 'Una persona con prohibición intentó registrarse',
      title: 'Una persona con prohibición intentó registrarse',
      text: 'Se rechazó a una persona con prohibición en {site}, {method}.',
    },
    possible_ban_match: {
      label: 'Se registró una posible coincidencia con una prohibición',
      title: 'Posible coincidencia con una prohibición',
      text: '{visitor} se registró en {site}, {method}, con el número de celular de una persona con prohibición y un nombre parecido. Compruebe quién es.',
      outside:
        'Una persona se registró en {site}, {method}, con el número de celular de una persona con prohibición y un nombre parecido. Compruebe quién es.',
    },
    ban_exception: {
      label: 'Se pide una excepción a una prohibición',
      title: 'Se pide una excepción a una prohibición',
      text: 'Se pide dejar entrar a una persona con prohibición en {site}. Otra persona debe autorizarlo o rechazarlo.',
    },
    high: {
      label: 'Temperatura demasiado alta',
      title: 'Una temperatura era demasiado alta',
      text: 'Se rechazó a una persona en {site}, {method}, porque la temperatura era demasiado alta.',
    },
    low: {
      label: 'Temperatura demasiado baja',
      title: 'Una temperatura era demasiado baja',
      text: 'Se rechazó a una persona en {site}, {method}, porque la temperatura era demasiado baja.',
    },
    failed_answer: {
      label: 'Una respuesta impidió un registro',
      title: 'Una respuesta impidió un registro',
      text: 'Se rechazó a una persona en {site}, {method}, por una respuesta.',
    },
    admitted_after_refusal: {
      label: 'Una persona se registró después de una respuesta rechazada',
      title: 'Se registró después de una respuesta rechazada',
      text: '{visitor} se registró en {site}, {method}. Menos de un día antes, una respuesta lo había impedido. Compruebe qué respuesta es correcta.',
      outside:
        'Se registró en {site}, {method}, una persona rechazada menos de un día antes. Compruebe qué respuesta es correcta.',
    },
    stored_refused: {
      label: 'Se rechazó un registro guardado sin conexión',
      title: 'Se rechazó un registro guardado',
      text: '{person} {stored_action} en {method} ({time}) sin conexión. Al llegar, se rechazó: {late_reason}. Busque a esta persona.',
      outside:
        'Un registro guardado sin conexión en {site}, {method}, se rechazó al llegar. Revíselo, por favor.',
    },
    device_offline: {
      label: 'Un dispositivo está sin conexión',
      title: 'Un dispositivo está sin conexión',
      text: '{method} en {site} ya no está conectado.',
      several: {
        title: 'Hay dispositivos sin conexión',
        text: '{count} dispositivos en {site} ya no están conectados.',
      },
    },
    device_back: {
      label: 'Un dispositivo volvió a conectarse',
      title: 'Un dispositivo volvió a conectarse',
      text: '{method} en {site} está conectado de nuevo.',
      several: {
        title: 'Hay dispositivos que volvieron a conectarse',
        text: '{count} dispositivos en {site} están conectados de nuevo.',
      },
    },
    device_copied: {
      label: 'Dos dispositivos usan una misma credencial',
      title: 'Se copió un dispositivo',
      text: 'Dos dispositivos usaron la credencial de {method} en {site}. Desvincule el dispositivo si sigue vinculado y vincule de nuevo el correcto.',
    },
    low_pressure: {
      label: 'Presión baja',
      title: 'Presión baja',
      text: '{method} en {site} avisa de presión baja. Es posible que haya que cambiar el cartucho del filtro.',
    },
    filter_cartridge: {
      label: 'Un cartucho de filtro está agotado',
      title: 'Un cartucho de filtro está agotado',
      text: '{method} en {site} necesita un cartucho de filtro nuevo.',
    },
    overdue: {
      label: 'Hay personas que siguen en el sitio',
      title: 'Hay personas que siguen en el sitio',
      text: 'Con retraso en {site}: {count}. Compruebe si siguen allí.',
    },
    muster_started: {
      label: 'Se inició un recuento',
      title: 'Evacuación',
      text: 'Se inició un recuento en {site}. Ayude a encontrar a todas las personas.',
    },
    drill_started: {
      label: 'Se inició un simulacro',
      title: 'Simulacro de evacuación',
      text: 'Se inició un simulacro en {site}. Participe en él.',
    },
    muster_ended: {
      label: 'Terminó un recuento o un simulacro',
      title: 'Terminó un recuento',
      text: 'Terminó el recuento o el simulacro en {site}. Faltan: {count}.',
    },
    muster_forgotten: {
      label: 'No se terminó un recuento o un simulacro',
      title: 'Hay un recuento sin terminar',
      text: 'En el recuento o el simulacro en {site} no se marcó nada durante dos horas. Termínelo si ya pasó.',
    },
    approval_waiting: {
      label: 'Una cuenta necesita aprobación',
      title: 'Una cuenta necesita aprobación',
      text: 'Se agregó a {name} como usuario nuevo. Apruebe o rechace la cuenta.',
      outside: 'Se agregó un usuario nuevo. Apruebe o rechace la cuenta.',
    },
    site_reopened: {
      label: 'Un sitio archivado vuelve a estar activo',
      title: 'Un sitio archivado vuelve a estar activo',
      text: 'Una persona se registró en {site} mientras se archivaba, por lo que el sitio vuelve a estar activo. Archívelo cuando todas las personas hayan salido.',
    },
    webhook_failing: {
      label: 'Se desactivó un webhook',
      title: 'Se desactivó un webhook',
      text: 'El receptor en {webhook} no aceptó nada durante tres días, por lo que se desactivó su webhook. Reenvíe las entregas fallidas en Ajustes.',
    },
    retention_done: {
      label: 'Se borraron datos personales',
      title: 'Se borraron datos personales',
      text: 'Se borraron datos personales con plazo de conservación vencido. Registros: {count}.',
    },
    log_head: {
      label: 'Prueba diaria del historial de accesos',
      title: 'Prueba del historial de accesos',
      text: 'El historial de accesos tiene {count} entradas. El hash de la última es {hash}. Conserve este mensaje: con él se puede demostrar que no se quitó ni se reescribió nada.',
    },
    visitor_arrived: {
      label: 'Llegó una visita para esta persona',
      title: 'Tiene una visita',
      text: '{visitor} se registró en {site} para verle. Responda, por favor.',
      outside: 'Una visita se registró en {site} para verle. Responda, por favor.',
    },
  },
  refused: {
    title: 'Se rechazó un registro',
    text: 'Una persona no pudo registrarse en {site}, {method}. Revíselo, por favor.',
  },
  test: { title: 'Una prueba', text: 'Esto es una prueba. Sus notificaciones llegan aquí.' },
  heldBack: {
    one: 'Ocurrió una vez más desde el último aviso.',
    other: 'Ocurrió {n} veces más desde el último aviso.',
  },
  open: 'Abrir Gatehouse',
}

export const eventWords: Record<Language, LanguageWords> = { 'en-au': english, en: english, es: spanish }

/** Why the server refused what a kiosk or device had stored while offline. */
export type LateRefusalReason =
  | RefusalReason
  | 'code'
  | 'closed'
  | 'invalid_phone'
  | 'unknown_role'
  | 'questions_changed'
  | 'time_out_of_range'
  | 'pin_unknown'
  | 'not_on_site'
  | 'same_name'
  | 'implausible'
  | 'departure_doubted'

const englishReasons: Record<LateRefusalReason, string> = {
  banned: 'the person is banned',
  high: 'the temperature was too high',
  low: 'the temperature was too low',
  failed_answer: 'an answer blocks it',
  code: 'the temperature code could no longer be checked',
  closed: 'the sign-in method is closed',
  invalid_phone: 'the mobile is not valid',
  unknown_role: 'the role is no longer offered',
  questions_changed: 'the questions have changed',
  time_out_of_range: 'its time is too old or wrong',
  pin_unknown: 'no one who can sign in here has this PIN',
  not_on_site: 'the person has no visit at that time',
  same_name: 'a person with the same name was on site',
  implausible: 'this temperature is not plausible',
  departure_doubted:
    'an earlier departure is recorded, and the visit would have been overdue by then. An admin can correct it in the access log',
}

const spanishReasons: Record<LateRefusalReason, string> = {
  banned: 'hay una prohibición vigente',
  high: 'la temperatura era demasiado alta',
  low: 'la temperatura era demasiado baja',
  failed_answer: 'una respuesta no lo permite',
  code: 'el código de temperatura ya no se pudo comprobar',
  closed: 'el método de registro está cerrado',
  invalid_phone: 'el celular no es válido',
  unknown_role: 'el rol ya no está disponible',
  questions_changed: 'las preguntas han cambiado',
  time_out_of_range: 'su hora es demasiado antigua o incorrecta',
  pin_unknown: 'nadie que pueda registrarse aquí tiene el PIN',
  not_on_site: 'no consta ninguna visita de la persona a esa hora',
  same_name: 'había en el sitio alguien del mismo nombre',
  implausible: 'esa temperatura no es verosímil',
  departure_doubted:
    'consta una salida anterior, y a esa hora la visita ya habría estado vencida. Un administrador puede corregirla en el historial de accesos',
}

export const lateRefusalWords: Record<Language, Record<string, string | undefined>> = {
  'en-au': englishReasons,
  en: englishReasons,
  es: spanishReasons,
}

/** The action, and the name for an unknown person. */
interface StoredWords {
  in: string
  out: string
  somebody: string
}

const storedInEnglish: StoredWords = { in: 'signed in', out: 'signed out', somebody: 'A person' }

export const storedWords: Record<Language, StoredWords> = {
  'en-au': storedInEnglish,
  en: storedInEnglish,
  es: { in: 'se registró', out: 'registró su salida', somebody: 'Una persona' },
}
