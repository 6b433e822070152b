import { ApiError } from '@gatehouse/api-client/api-error'
import { Profile, updateProfileEndpoint } from '@gatehouse/validation/endpoints/me'
import type { Language } from '@gatehouse/validation/vocabulary'
import * as v from 'valibot'
import { api } from '../../lib/api.ts'

/** Changes nothing but the language. Where somebody else has changed the details meanwhile, theirs stay. */
export async function saveLanguage(profile: Profile, language: Language): Promise<Profile> {
  const { first_name, last_name, email, mobile, last_modified } = profile
  try {
    return await api.call(updateProfileEndpoint, {
      body: { first_name, last_name, email, mobile, language },
      headers: { 'if-match': `"${last_modified}"` },
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
    const current = v.parse(Profile, error.current)
    // Saving the present email would drop a new one that waits for its link.
    return current.pending_email === null ? saveLanguage(current, language) : current
  }
}
