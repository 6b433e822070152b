import type { Language } from '@gatehouse/validation/vocabulary'
import type { RefusalReason } from '../../db/schema/refused-attempts.ts'

/** Why a sign-in was refused that a kiosk had stored without a network. */
export type LateRefusalReason =
  | RefusalReason
  | 'code'
  | 'closed'
  | 'invalid_phone'
  | 'unknown_role'
  | 'questions_changed'
  | 'time_out_of_range'

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
}

export const lateRefusalWords: Record<Language, Record<string, string | undefined>> = {
  'en-au': english,
  en: english,
  es: spanish,
}
