import { activeLanguage } from '@gatehouse/i18n/use-language'
import { Trans } from '@lingui/react/macro'
import { Notice } from '@gatehouse/ui/core/notice'
import type { Language } from '@gatehouse/validation/vocabulary'
import { activateLocale } from '../../lib/language.ts'
import { formOf, useCheckIn } from './check-in-store.ts'
import { asksAnything } from './form/check-in-form.ts'
import { refreshMethod } from './form-actions.ts'

/** Retry interval for questions in another language. */
const RETRY_MS = 5000

let retry: ReturnType<typeof setTimeout> | undefined

/**
 * Translates the texts of the page first, then the questions.
 * @throws if the texts cannot be loaded
 */
export async function translatePage(language: Language): Promise<void> {
  await activateLocale(language)
  if (useCheckIn.getState().method.status === 'ready') await translateQuestions(language)
}

/** Retries until the questions are in the language of the page. */
async function translateQuestions(language: Language): Promise<void> {
  clearTimeout(retry)
  if (activeLanguage() !== language) return
  const isAnswered = await refreshMethod()
  const state = useCheckIn.getState()
  const isOld = state.method.status === 'ready' && state.method.language !== activeLanguage()
  useCheckIn.setState({ formNotice: isOld && asksAnything(formOf(state)) && <QuestionsLate /> })
  if (!isAnswered) retry = setTimeout(() => void translateQuestions(language), RETRY_MS)
}

const QuestionsLate = () => (
  <Notice kind="info" title={<Trans>The questions are not available in this language yet.</Trans>} />
)
