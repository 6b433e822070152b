import { useErrorMessage } from './errors.ts'

/** Why a call went wrong, for a message that stays when the page changes its language. */
export function ErrorMessage({ error }: { error: unknown }) {
  return useErrorMessage()(error)
}
