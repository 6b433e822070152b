import type { Language } from '@gatehouse/validation/vocabulary'
import type { RefusalReason } from '../../db/schema/refused-attempts.ts'

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

const english: Record<LateRefusalReason, string> = {
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

const spanish: Record<LateRefusalReason, string> = {
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
  'en-au': english,
  en: english,
  es: spanish,
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
