import type { EncryptedRecords } from './encrypted-records.ts'
import { type Delivery, isStoredSignIn, type StoredSignIn } from './stored-sign-in.ts'

export interface QueueDeps {
  records: EncryptedRecords
  send(signIn: StoredSignIn): Promise<Delivery>
  /** Other sign-ins wait to be sent. @param machineIds the method of each: a tablet may have been moved from one to another */
  onChange(machineIds: string[]): void
}

/**
 * The sign-ins of a kiosk that are not decided yet. Each is stored before it is sent for the first time, so that a power cut loses none. While
 * its visitor waits for the answer it is held: the page sends it. It waits once it is released.
 */
export interface Queue {
  /** Stores a sign-in that the page is sending. */
  hold(signIn: StoredSignIn): Promise<void>
  /** The visitor does not wait any more: the queue sends it. Resolves when it is stored. @throws where it could not be stored */
  release(key: string): Promise<void>
  /** The server has decided about it. */
  forget(key: string): Promise<void>
  /** Sends all that wait, the oldest first. Nothing is too old to be sent: the server refuses what is, and tells the staff. */
  sendAll(): Promise<void>
}

export async function createQueue({ records, send, onChange }: QueueDeps): Promise<Queue> {
  /** Those of an earlier run wait: nobody stands before the page for them. */
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

  /** One that is not decided goes to the end, so that it does not hold up the others next time. */
  const sendLater = (key: string, signIn: StoredSignIn) => {
    waiting.delete(key)
    waiting.set(key, signIn)
  }

  const sendEach = async () => {
    // Those that are sent later must not come again in the same round.
    const due = [...waiting]
    for (const [key, signIn] of due) {
      const delivery = await send(signIn)
      if (delivery === 'decided') await remove(key)
      else sendLater(key, signIn)
      if (delivery === 'stop') return
    }
  }

  return {
    async hold(signIn) {
      const { key } = signIn.attempt
      const stored = records.put(key, signIn)
      held.set(key, { signIn, stored })
      await stored
    },
    async release(key) {
      const own = held.get(key)
      if (!own) return
      await own.stored
      if (!held.delete(key)) return
      waiting.set(key, own.signIn)
      report()
    },
    async forget(key) {
      const own = held.get(key)
      held.delete(key)
      await own?.stored.catch(() => {})
      await remove(key)
    },
    sendAll() {
      sending ??= sendEach().finally(() => (sending = undefined))
      return sending
    },
  }
}
