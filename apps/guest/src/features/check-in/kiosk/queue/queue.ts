import type { EncryptedRecords } from './encrypted-records.ts'
import { type Delivery, isStoredSignIn, type StoredSignIn } from './stored-sign-in.ts'

export interface QueueDeps {
  records: EncryptedRecords
  send(signIn: StoredSignIn): Promise<Delivery>
  /**
   * The waiting sign-ins have changed.
   * @param machineIds the method of each: a tablet may have been moved to another method
   */
  onChange(machineIds: string[]): void
}

export type Queue = Awaited<ReturnType<typeof createQueue>>

/**
 * The undecided sign-ins of a kiosk. Each is stored before it is first sent, so that a power cut
 * loses none. It is held while the visitor waits and the page sends it. Once it is released, the
 * queue sends it.
 */
export async function createQueue({ records, send, onChange }: QueueDeps) {
  /** Includes those of an earlier run, whose visitors no longer wait at the kiosk. */
  const waiting = new Map<string, StoredSignIn>()
  const held = new Map<string, { signIn: StoredSignIn; stored: Promise<void> }>()
  let sending: Promise<void> | undefined

  const report = () => onChange([...waiting.values()].map(({ attempt }) => attempt.body.machineId))
  for (const record of await records.readAll()) {
    if (isStoredSignIn(record)) waiting.set(record.attempt.key, record)
  }
  report()

  const remove = async (key: string) => {
    waiting.delete(key)
    report()
    await records.remove(key)
  }

  /** Moves an undecided sign-in to the end, so that it does not hold up the others next time. */
  const sendLater = (key: string, signIn: StoredSignIn) => {
    waiting.delete(key)
    waiting.set(key, signIn)
  }

  const sendEach = async () => {
    // A copy, so that sign-ins moved to the end are not sent twice in one pass.
    const due = [...waiting]
    for (const [key, signIn] of due) {
      const delivery = await send(signIn)
      if (delivery === 'decided') await remove(key)
      else sendLater(key, signIn)
      if (delivery === 'stop') return
    }
  }

  return {
    /** Stores a sign-in that the page is sending. */
    async hold(signIn: StoredSignIn) {
      const { key } = signIn.attempt
      const stored = records.put(key, signIn)
      held.set(key, { signIn, stored })
      await stored
    },
    /**
     * The visitor no longer waits: the queue sends it. Resolves when it is stored.
     * @throws if it could not be stored
     */
    async release(key: string) {
      const own = held.get(key)
      if (!own) return
      await own.stored
      if (!held.delete(key)) return
      waiting.set(key, own.signIn)
      report()
    },
    /** The server has decided. */
    async forget(key: string) {
      const own = held.get(key)
      held.delete(key)
      await own?.stored.catch(() => {})
      await remove(key)
    },
    /**
     * Sends all waiting sign-ins, oldest first. There is no age limit: the server rejects old ones
     * and notifies the staff.
     */
    sendAll(): Promise<void> {
      sending ??= sendEach().finally(() => (sending = undefined))
      return sending
    },
  }
}
