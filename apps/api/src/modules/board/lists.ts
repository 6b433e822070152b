import { setImmediate } from 'node:timers/promises'
import { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { LRUCache } from 'lru-cache'
import type { Context, StaffActor } from '../../context.ts'
import type { DatabaseState } from '../../db/database-state.ts'
import type { BoardList } from '../../db/schema/board-changes.ts'
import { AppError } from '../../lib/app-error.ts'
import { type EncodedJson, encodeArray } from '../../lib/encode-array.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { createSerializer } from '../../lib/serializer.ts'
import { type MobilesReadable, showMobile } from '../people/mobile-visibility.ts'
import { checkList, type CheckedSite, type Numbers, type PersonRow, readList } from './queries.ts'
import { LIST_TTL_MS } from './lifecycle.ts'

/** For all lists together: a list of 5,000 people takes about 1.3 MB. */
const MAX_BYTES = 64 * 1024 * 1024

type Reader = Pick<Context<StaffActor>, 'db' | 'actor'>

interface KeptList extends EncodedJson {
  version: DatabaseState
}

interface Reading {
  startedAt: number
  list: Promise<KeptList>
}

export interface BoardLists {
  /**
   * The current list of a board.
   * @throws AppError `not_found` for a site whose board the actor may not watch
   */
  find(reader: Reader, siteId: string, list: BoardList): Promise<EncodedJson>
}

/** Caches the lists of boards. A changed list is read once for all requests that wait for it. */
export function createBoardLists({ checked }: { checked: boolean }): BoardLists {
  const write = createSerializer({ response: BoardPerson }, checked)
  const kept = new LRUCache<string, KeptList>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
    ttl: LIST_TTL_MS,
    ttlAutopurge: true,
  })
  const readings = new Map<string, Reading>()
  // Requests that waited for one list respond one by one: writing it to twenty sockets at once
  // would block the event loop.
  const leaving = createSemaphore({ permits: 1, createError: () => new AppError('unavailable') })
  // A sequence number for the starts of requests and readings.
  let last = 0

  function startReading(key: string, reader: Reader, site: CheckedSite, list: BoardList): Reading {
    const writePerson = (row: PersonRow) => write(toBoardPerson(row, list === 'on_site', site.canReadMobiles))
    const read = async () => {
      const { version, result } = await readList(reader, site, list, (batches) =>
        encodeArray(batches, writePerson),
      )
      const found = { version, ...result }
      kept.set(key, found)
      return found
    }
    const reading = { startedAt: ++last, list: read().finally(() => readings.delete(key)) }
    readings.set(key, reading)
    return reading
  }

  return {
    async find(reader, siteId, list) {
      const askedAt = ++last
      const { scope } = reader.actor
      // Readers who see the same rows and may read the same numbers share a list. `checkList`
      // returns that right.
      const keyOf = (numbers: Numbers) =>
        [scope.kind === 'client' ? scope.clientId : scope.kind, siteId, list, numbers].join()
      for (;;) {
        const full = kept.get(keyOf('full'))
        const masked = kept.get(keyOf('masked'))
        const site = await checkList(reader, siteId, list, { full: full?.version, masked: masked?.version })
        const key = keyOf(site.canReadMobiles ? 'full' : 'masked')
        const known = site.canReadMobiles ? full : masked
        if (known && site.isUnchanged) return known
        // Another request may have cached a newer list; check it first.
        const isLatest = kept.get(key) === known
        const reading = readings.get(key) ?? (isLatest ? startReading(key, reader, site, list) : undefined)
        if (reading && reading.startedAt > askedAt) {
          const found = await reading.list
          await leaving.run(() => setImmediate())
          return found
        }
        // A reading that began before the request may lack changes committed in between.
        await reading?.list.catch(() => {})
      }
    },
  }
}

/** @param isOnSite true for a list of people on site, false for one of people who are away */
function toBoardPerson(row: PersonRow, isOnSite: boolean, canReadMobile: MobilesReadable): BoardPerson {
  const { mobile, mobile_masked: isMasked } = showMobile(row.mobile, canReadMobile)
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    empNo: row.employeeNumber,
    checkedIn: isOnSite,
    logDate: row.lastSignIn === null ? null : new Date(row.lastSignIn).toISOString(),
    tel: mobile,
    telMasked: isMasked,
    phoneExt: row.phoneExtension,
    hasPhoto: row.hasPhoto,
    dependents: row.dependents,
    host: row.host,
    kind: row.kind,
  }
}
