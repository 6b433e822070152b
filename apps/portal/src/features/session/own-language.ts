import { type Profile, updateProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import type { Language } from '@gatehouse/validation/vocabulary'
import { api } from '@gatehouse/api-client/staff-api'
import { chooseOwnLanguage } from '../../lib/language.ts'
import { updateKnownProfile } from './session.ts'

let picked: Language | undefined

/** A language chosen before the login. */
export async function pickLanguage(language: Language): Promise<void> {
  picked = language
  await chooseOwnLanguage(language)
}

/** What was picked on the login page, told once. */
export function takePickedLanguage(): Language | undefined {
  const taken = picked
  picked = undefined
  return taken
}

/**
 * Tells the server a person's language, so that it follows them. That it cannot be told is no reason to speak another one
 * here.
 */
export async function tellLanguage(profile: Profile, language: Language): Promise<void> {
  // Saving the details with the present address would drop a new one that waits for its link.
  if (profile.pending_email !== null) return
  const { first_name, last_name, email, mobile } = profile
  const body = { first_name, last_name, email, mobile, language }
  await api.call(updateProfileEndpoint, { body }).then(updateKnownProfile, () => undefined)
}
