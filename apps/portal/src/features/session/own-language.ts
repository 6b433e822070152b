import { getProfileEndpoint, type Profile, updateProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import type { Language } from '@gatehouse/validation/vocabulary'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../lib/api.ts'
import { chooseOwnLanguage } from '../../lib/language.ts'
import { updateKnownProfile } from './session.ts'

let chosenBeforeLogin: Language | undefined

/** Chooses a language before the login. */
export async function chooseLanguageBeforeLogin(language: Language): Promise<void> {
  chosenBeforeLogin = language
  await chooseOwnLanguage(language)
}

export function isLanguageChosenBeforeLogin(): boolean {
  return chosenBeforeLogin !== undefined
}

/**
 * Saves a person's language on the server, so that other browsers use it too. It saves one chosen
 * before the login at once, and others with the function that it returns. A failure does not change
 * the language here.
 */
export function useSaveLanguage(profile: Profile): (language: Language) => void {
  const { mutate } = useMutation({
    mutationFn: async (language: Language) => {
      // Fetched again: this page's details may be older than another user's changes.
      const { first_name, last_name, email, mobile, last_modified } = await api.call(getProfileEndpoint, {})
      return api.call(updateProfileEndpoint, {
        body: { first_name, last_name, email, mobile, language },
        headers: { 'if-match': `"${last_modified}"` },
      })
    },
    onSuccess: updateKnownProfile,
  })
  useEffect(() => {
    if (chosenBeforeLogin !== undefined && chosenBeforeLogin !== profile.language) mutate(chosenBeforeLogin)
    chosenBeforeLogin = undefined
  }, [profile, mutate])
  return mutate
}
