import { userOfAlerts } from '../../db/outbox.ts'
import type { Database } from '../../db/client.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { withReadScope } from '../../db/tenancy.ts'
import { type DueRow, isDueOrSent, type Queue, type QueueRules } from '../../jobs/outbox-worker.ts'
import { OutboundError } from '../../lib/outbound/destinations.ts'
import { readAlert, type Alert, type EventValues, pathOf, textOutside } from './event-text.ts'
import { findRecipient } from './account-mail.ts'
import { readEventFacts } from './event-facts.ts'
import { mayStillBeTold } from './find-told.ts'
import { notifyOfFailedText } from './notify.ts'
import {
  TEXT_TIME_LIMIT_MS,
  type TextGateway,
  type TextMessage,
  TextRefusedError,
} from '../../text/text-gateway.ts'
import type { Language } from '@gatehouse/validation/vocabulary'

/** A text message: one or two sentences and a link. */
function composeText(
  { event, held }: Pick<Alert, 'event' | 'held'>,
  known: EventValues,
  language: Language,
  publicUrl: string,
): string {
  const { text } = textOutside(event, language, { ...known, held })
  return `${text} ${publicUrl}${pathOf(event, known)}`
}

/** Text messages soon become outdated, so they are retried for at most three hours. */
const rules: QueueRules = {
  queue: 'text',
  waitsFor: isDueOrSent,
  atOnce: 5,
  attemptMs: TEXT_TIME_LIMIT_MS + 2000,
  firstWaitSeconds: 30,
  longestWaitSeconds: 1800,
  attempts: 12,
  longestAgeSeconds: 3 * 3600,
}

interface TextQueueDeps {
  db: Database
  installation: InstallationScope
  clock: () => Date
  /** Undefined where the installation sends no text messages. */
  gateway: TextGateway | undefined
  publicUrl: string
}

export function textQueue(deps: TextQueueDeps): Queue {
  const { clock, gateway } = deps
  return {
    rules,
    failed: 'text message not delivered',
    async begin(row) {
      if (!gateway) throw new TextNotSetUpError()
      const message = await compose(deps, row)
      if (!message) return undefined
      return async (signal) => {
        await gateway.send(message, signal)
        return {}
      }
    },
    failureOf(error, onError) {
      const failure = readFailure(error)
      if (failure.reason === 'unknown') onError(error)
      return { ...failure, columns: { attemptedAt: clock(), outcome: failure.reason } }
    },
    onGivenUp: (tx, { clientId, subject }, reason) =>
      notifyOfFailedText(tx, { clientId, userId: userOfAlerts(subject) ?? subject, reason, at: clock() }),
  }
}

class TextNotSetUpError extends Error {
  override name = 'TextNotSetUpError'
}

function readFailure(error: unknown): { isFinal: boolean; reason: string } {
  if (error instanceof TextNotSetUpError) return { isFinal: true, reason: 'not_set_up' }
  if (error instanceof OutboundError) return { isFinal: false, reason: error.code }
  // The gateway has read the message and rejects it, for instance because of an invalid number.
  if (error instanceof TextRefusedError)
    return { isFinal: error.status === 400 || error.status === 422, reason: String(error.status) }
  return { isFinal: false, reason: 'unknown' }
}

/** Composes the message from the current data; undefined where it is no longer wanted. */
function compose(
  { db, installation, publicUrl }: TextQueueDeps,
  { id, clientId, subject, payload }: DueRow,
): Promise<TextMessage | undefined> {
  const alert = readAlert(payload)
  const userId = userOfAlerts(subject)
  if (!alert || userId === undefined) return Promise.resolve(undefined)
  return withReadScope(db, installation, async (tx) => {
    const recipient = await findRecipient(tx, { clientId, userId })
    const facts = recipient?.mobile && (await readEventFacts(tx, clientId, alert.payload))
    if (!recipient || !facts) return undefined
    if (alert.event !== 'test' && !(await mayStillBeTold(tx, { clientId, userId }, facts))) return undefined
    return {
      id,
      to: recipient.mobile,
      text: composeText(alert, facts.values, recipient.language, publicUrl),
    }
  })
}
