import { type Profile, updateProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import type { Language } from '@gatehouse/validation/vocabulary'
import { api } from '../../lib/api.ts'
import { chooseOwnLanguage } from '../../lib/language.ts'
import { updateKnownProfile } from './session.ts'

let chosenBeforeLogin: Language | undefined

/** Chooses a language before the login. */
export async function chooseLanguageBeforeLogin(language: Language): Promise<void> {
  chosenBeforeLogin = language
  await chooseOwnLanguage(language)
}

/** The language that was chosen before the login. It is returned once. */
export function takeLanguageChosenBeforeLogin(): Language | undefined {
  const taken = chosenBeforeLogin
  chosenBeforeLogin = undefined
  return taken
}

/**
 * Saves a person's language on the server, so that it is the same in other browsers. A failure does not change the language
 * here.
 */
export async function saveLanguage(profile: Profile, language: Language): Promise<void> {
  // Saving the details with the present address would drop a new one that waits for its link.
  if (profile.pending_email !== null) return
  const { first_name, last_name, email, mobile } = profile
  const body = { first_name, last_name, email, mobile, language }
  await api.call(updateProfileEndpoint, { body }).then(updateKnownProfile, () => undefined)
}
