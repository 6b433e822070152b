import type { NotificationEvent } from '@gatehouse/validation/notification-events'
import type { Language } from '@gatehouse/validation/vocabulary'
import type { RefusalReason } from '../../db/schema/refused-attempts.ts'

/** Placeholders such as `{site}` are replaced. */
export interface EventWords {
  /** What a recipient chooses. */
  label: string
  title: string
  text: string
  /** What leaves the house in place of `text`, where that names a visitor. */
  outside?: string
  /** Of several at one site, with their `{count}`. */
  several?: { title: string; text: string }
}

interface LanguageWords {
  events: Record<NotificationEvent, EventWords>
  /** Leaves the house in place of an event about somebody's health. */
  refused: Pick<EventWords, 'title' | 'text'>
  test: Pick<EventWords, 'title' | 'text'>
  /** Added where the same was held back before: how often. */
  heldBack: { one: string; other: string }
  /** What leads from a mail to the record. */
  open: string
}

const english: LanguageWords = {
  events: {
    banned: {
      label: 'A banned person tried to sign in',
      title: 'A banned person tried to sign in',
      text: 'Somebody who is banned was refused at {site}, {method}.',
    },
    possible_ban_match: {
      label: 'A possible match with a ban signed in',
      title: 'Possible match with a ban',
      text: '{visitor} signed in at {site}, {method}, with a banned person’s mobile and a similar name. Check who it is.',
      outside:
        'A person signed in at {site}, {method}, with a banned person’s mobile and a similar name. Check who it is.',
    },
    ban_exception: {
      label: 'An exception from a ban is asked for',
      title: 'An exception from a ban is asked for',
      text: 'Somebody asks to let a banned person in at {site}. Another person has to grant or refuse it.',
    },
    high: {
      label: 'Temperature too high',
      title: 'A temperature was too high',
      text: 'Somebody was refused at {site}, {method}, because the temperature was too high.',
    },
    low: {
      label: 'Temperature too low',
      title: 'A temperature was too low',
      text: 'Somebody was refused at {site}, {method}, because the temperature was too low.',
    },
    failed_answer: {
      label: 'An answer did not allow a sign-in',
      title: 'An answer did not allow a sign-in',
      text: 'Somebody was refused at {site}, {method}, because of an answer.',
    },
    admitted_after_refusal: {
      label: 'A person signed in after a refused answer',
      title: 'Signed in after a refused answer',
      text: '{visitor} signed in at {site}, {method}. Within the day before, an answer had not allowed it. Check what is right.',
      outside:
        'A person signed in at {site}, {method}, who had been refused within the day before. Check what is right.',
    },
    stored_refused: {
      label: 'Something that was stored without a network was refused',
      title: 'A stored sign-in was refused',
      text: '{person} {stored_action} at {method} at {time}, while it had no network. When that arrived it was refused: {late_reason}. Please look for this person.',
      outside:
        'What somebody entered at {site}, {method}, while it had no network, was refused when it arrived. Please see to it.',
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
      text: 'Two devices have used the token of {method} at {site}. Unpair it if it is still paired, and pair the right device again.',
    },
    low_pressure: {
      label: 'Low pressure',
      title: 'Low pressure',
      text: '{method} at {site} reports low pressure. The filter cartridge may require replacement.',
    },
    filter_cartridge: {
      label: 'A filter cartridge is used up',
      title: 'A filter cartridge is used up',
      text: '{method} at {site} asks for a new filter cartridge.',
    },
    overdue: {
      label: 'People are still on site',
      title: 'People are still on site',
      text: 'Overdue at {site}: {count}. Please see whether they are still there.',
    },
    muster_started: {
      label: 'A muster was started',
      title: 'Evacuation',
      text: 'A muster was started at {site}. Please help to find everybody.',
    },
    drill_started: {
      label: 'A drill was started',
      title: 'Evacuation drill',
      text: 'A drill was started at {site}. Please take part.',
    },
    muster_ended: {
      label: 'A muster or drill is over',
      title: 'A muster is over',
      text: 'The muster or drill at {site} is over. Missing: {count}.',
    },
    muster_forgotten: {
      label: 'A muster or drill was not ended',
      title: 'Nobody has ended a muster',
      text: 'Nothing was marked in the muster or drill at {site} for two hours. Please end it if it is over.',
    },
    approval_waiting: {
      label: 'An account waits for an approval',
      title: 'An account waits for an approval',
      text: '{name} was entered as a new user. Please approve or reject the account.',
      outside: 'A new user was entered. Please approve or reject the account.',
    },
    site_reopened: {
      label: 'An archived site is active again',
      title: 'An archived site is active again',
      text: 'Somebody signed in at {site} in the moment in which it was archived, so the site is active again. Please archive it once everybody has left.',
    },
    webhook_failing: {
      label: 'A webhook was disabled',
      title: 'A webhook was disabled',
      text: 'The receiver at {webhook} has accepted nothing for three days, so its webhook was disabled. What was not delivered is under Settings, where it can be sent again.',
    },
    retention_done: {
      label: 'Personal data was erased',
      title: 'Personal data was erased',
      text: 'Personal data that had reached its time was erased. Records: {count}.',
    },
    log_head: {
      label: 'The daily proof of the access log',
      title: 'Proof of the access log',
      text: 'The access log has {count} entries. The hash of the last one is {hash}. Keep this message: with it an operator can show later that nothing was cut off or rewritten.',
    },
    visitor_arrived: {
      label: 'A visitor came to see this person',
      title: 'Somebody is here to see you',
      text: '{visitor} has signed in at {site} to see you. Please answer.',
      outside: 'Somebody has signed in at {site} to see you. Please answer.',
    },
  },
  refused: {
    title: 'A sign-in was refused',
    text: 'Somebody could not sign in at {site}, {method}. Please see to it.',
  },
  test: { title: 'A test', text: 'This is a test of your notifications. They reach you here.' },
  heldBack: {
    one: 'It had happened once more since you were last told.',
    other: 'It had happened {n} more times since you were last told.',
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
      label: 'Una respuesta no permitió un registro',
      title: 'Una respuesta no permitió un registro',
      text: 'Se rechazó a una persona en {site}, {method}, por una respuesta.',
    },
    admitted_after_refusal: {
      label: 'Una persona se registró después de una respuesta rechazada',
      title: 'Se registró después de una respuesta rechazada',
      text: '{visitor} se registró en {site}, {method}. Durante el día anterior, una respuesta no lo había permitido. Compruebe qué es correcto.',
      outside:
        'Se registró en {site}, {method}, una persona a la que se había rechazado durante el día anterior. Compruebe qué es correcto.',
    },
    stored_refused: {
      label: 'Se rechazó algo que se guardó sin red',
      title: 'Se rechazó un registro guardado',
      text: '{person} {stored_action} en {method} ({time}) mientras no había red. Al llegar, se rechazó: {late_reason}. Busque a esta persona.',
      outside:
        'Lo que alguien ingresó en {site}, {method}, mientras no había red, se rechazó al llegar. Acuda a atenderlo.',
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
      text: '{method} en {site} pide un cartucho de filtro nuevo.',
    },
    overdue: {
      label: 'Hay personas que siguen en el sitio',
      title: 'Hay personas que siguen en el sitio',
      text: 'Con retraso en {site}: {count}. Compruebe si siguen allí.',
    },
    muster_started: {
      label: 'Se inició una evacuación',
      title: 'Evacuación',
      text: 'Se inició una evacuación en {site}. Ayude a encontrar a todas las personas.',
    },
    drill_started: {
      label: 'Se inició un simulacro',
      title: 'Simulacro de evacuación',
      text: 'Se inició un simulacro en {site}. Participe en él.',
    },
    muster_ended: {
      label: 'Terminó una evacuación o un simulacro',
      title: 'Terminó una evacuación',
      text: 'Terminó la evacuación o el simulacro en {site}. Faltan: {count}.',
    },
    muster_forgotten: {
      label: 'No se terminó una evacuación o un simulacro',
      title: 'Nadie terminó una evacuación',
      text: 'En la evacuación o el simulacro en {site} no se marcó nada durante dos horas. Termínelo si ya pasó.',
    },
    approval_waiting: {
      label: 'Una cuenta espera aprobación',
      title: 'Una cuenta espera aprobación',
      text: 'Se ingresó a {name} como usuario nuevo. Apruebe o rechace la cuenta.',
      outside: 'Se ingresó un usuario nuevo. Apruebe o rechace la cuenta.',
    },
    site_reopened: {
      label: 'Un sitio archivado vuelve a estar activo',
      title: 'Un sitio archivado vuelve a estar activo',
      text: 'Alguien se registró en {site} en el momento en que se archivaba, por lo que el sitio vuelve a estar activo. Archívelo cuando todas las personas hayan salido.',
    },
    webhook_failing: {
      label: 'Se desactivó un webhook',
      title: 'Se desactivó un webhook',
      text: 'El receptor en {webhook} no aceptó nada durante tres días, por lo que se desactivó su webhook. Lo que no se entregó está en Ajustes, donde se puede enviar de nuevo.',
    },
    retention_done: {
      label: 'Se borraron datos personales',
      title: 'Se borraron datos personales',
      text: 'Se borraron datos personales que habían llegado a su plazo. Registros: {count}.',
    },
    log_head: {
      label: 'La prueba diaria del registro de accesos',
      title: 'Prueba del registro de accesos',
      text: 'El registro de accesos tiene {count} entradas. El hash de la última es {hash}. Conserve este mensaje: con él se puede demostrar después que no se cortó ni se reescribió nada.',
    },
    visitor_arrived: {
      label: 'Una visita vino a ver a esta persona',
      title: 'Alguien vino a verle',
      text: '{visitor} se registró en {site} para verle. Responda, por favor.',
      outside: 'Alguien se registró en {site} para verle. Responda, por favor.',
    },
  },
  refused: {
    title: 'Se rechazó un registro',
    text: 'Una persona no pudo registrarse en {site}, {method}. Acuda a atenderla.',
  },
  test: { title: 'Una prueba', text: 'Esta es una prueba de sus notificaciones. Le llegan aquí.' },
  heldBack: {
    one: 'Ocurrió una vez más desde el último aviso.',
    other: 'Ocurrió {n} veces más desde el último aviso.',
  },
  open: 'Abrir Gatehouse',
}

export const eventWords: Record<Language, LanguageWords> = { 'en-au': english, en: english, es: spanish }

/** Why something was refused that a kiosk or a device had stored without a network. */
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
  banned: 'a ban is in force',
  high: 'the temperature was too high',
  low: 'the temperature was too low',
  failed_answer: 'an answer does not allow it',
  code: 'the temperature code could not be checked any more',
  closed: 'the sign-in method is closed',
  invalid_phone: 'the mobile is not valid',
  unknown_role: 'the role is no longer offered',
  questions_changed: 'the questions have changed',
  time_out_of_range: 'its time is too long ago, or not right',
  pin_unknown: 'nobody who may sign in here has the PIN',
  not_on_site: 'no visit of the person at that time is known',
  same_name: 'somebody of the same name was on site',
  implausible: 'no person has this temperature',
  departure_doubted:
    'an earlier departure is noted, and by then the visit would have been overdue. An admin can correct it in the access log',
}

const spanishReasons: Record<LateRefusalReason, string> = {
  banned: 'hay una prohibición vigente',
  high: 'la temperatura era demasiado alta',
  low: 'la temperatura era demasiado baja',
  failed_answer: 'una respuesta no lo permite',
  code: 'el código de temperatura ya no se pudo comprobar',
  closed: 'el método de registro está cerrado',
  invalid_phone: 'el móvil no es válido',
  unknown_role: 'la función ya no se ofrece',
  questions_changed: 'las preguntas han cambiado',
  time_out_of_range: 'su hora es demasiado antigua o no es correcta',
  pin_unknown: 'nadie que pueda registrarse aquí tiene el PIN',
  not_on_site: 'no consta ninguna visita de la persona a esa hora',
  same_name: 'había en el sitio alguien del mismo nombre',
  implausible: 'ninguna persona tiene esa temperatura',
  departure_doubted:
    'consta una salida anterior, y a esa hora la visita ya habría estado vencida. Un administrador puede corregirla en el registro de accesos',
}

export const lateRefusalWords: Record<Language, Record<string, string | undefined>> = {
  'en-au': englishReasons,
  en: englishReasons,
  es: spanishReasons,
}

/** What somebody did, and who it was where that is not known. */
interface StoredWords {
  in: string
  out: string
  somebody: string
}

const storedInEnglish: StoredWords = { in: 'signed in', out: 'signed out', somebody: 'Somebody' }

export const storedWords: Record<Language, StoredWords> = {
  'en-au': storedInEnglish,
  en: storedInEnglish,
  es: { in: 'registró su entrada', out: 'registró su salida', somebody: 'Alguien' },
}
