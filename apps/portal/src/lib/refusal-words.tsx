import { useRefusalWords } from './refusal.ts'

/** Why a call went wrong, for a message that stays when the page changes its language. */
export function RefusalWords({ error }: { error: unknown }) {
  return useRefusalWords()(error)
}
