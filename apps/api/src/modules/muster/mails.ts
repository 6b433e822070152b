import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatTime } from '@gatehouse/i18n/format/zoned-times'
import { listName } from '@gatehouse/validation/list-name'
import type { Language } from '@gatehouse/validation/vocabulary'
import { asc, count, sum } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { inNameOrder } from '../../db/name-order.ts'
import { musterRoll, musters } from '../../db/schema/musters.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { ComposeMail, MailedRoll } from '../notifications/account-mail.ts'
import { readMuster } from './queries.ts'

/** The most names in one email. */
const MAILED_PEOPLE = 1000

/** The people on the roll of a muster, without those who had left. */
export async function findMailedRoll(
  tx: Transaction,
  { clientId, musterId }: { clientId: string; musterId: string },
): Promise<MailedRoll | undefined> {
  const ofRoll = hasValues(musterRoll, { clientId, musterId, hadLeft: false })
  const [[all], people] = [
    await tx
      .select({ people: count(), dependents: sum(musterRoll.dependents).mapWith(Number) })
      .from(musterRoll)
      .where(ofRoll),
    await tx
      .select({
        firstName: musterRoll.firstName,
        lastName: musterRoll.lastName,
        role: musterRoll.role,
        dependents: musterRoll.dependents,
      })
      .from(musterRoll)
      .where(ofRoll)
      .orderBy(asc(inNameOrder(musterRoll.lastName)), asc(inNameOrder(musterRoll.firstName)))
      .limit(MAILED_PEOPLE),
  ]
  const { muster, siteName, timeZone } = await readMuster(tx, hasValues(musters, { clientId, id: musterId }))
  return {
    siteId: muster.siteId,
    siteName,
    timeZone,
    drill: muster.drill,
    startedAt: muster.startedAt,
    becameRealAt: muster.becameRealAt,
    people: people.map(({ firstName, lastName, role, dependents }) => ({
      name: listName(firstName, lastName),
      role,
      dependents,
    })),
    total: (all?.people ?? 0) + (all?.dependents ?? 0),
  }
}

const english = {
  subject: (site: string, drill: boolean) => `${drill ? 'Drill' : 'Evacuation'} at ${site}: who is on site`,
  started: (site: string, time: string, drill: boolean) =>
    `${drill ? 'A drill' : 'A muster'} was started at ${site} at ${time}.`,
  becameReal: (site: string, time: string) => `The drill at ${site} became a real evacuation at ${time}.`,
  people: (total: number) =>
    total === 1
      ? 'One person was on site at that time, with dependants:'
      : `${total} people were on site at that time, with dependants:`,
  more: (many: number) => `… and ${many} more: see the board.`,
  dependents: (many: number) => (many === 1 ? 'with 1 dependant' : `with ${many} dependants`),
  board: 'Open the board',
  remark: 'This list was made when the email was written. The board shows who has been found.',
}

const texts: Record<Language, typeof english> = {
  'en-au': english,
  en: {
    ...english,
    people: (total) =>
      total === 1
        ? 'One person was on site at that time, with dependents:'
        : `${total} people were on site at that time, with dependents:`,
    dependents: (many) => (many === 1 ? 'with 1 dependent' : `with ${many} dependents`),
  },
  es: {
    subject: (site, drill) => `${drill ? 'Simulacro' : 'Evacuación'} en ${site}: quién está en el sitio`,
    started: (site, time, drill) =>
      `Se inició ${drill ? 'un simulacro' : 'una evacuación'} en ${site} (${time}).`,
    becameReal: (site, time) => `El simulacro en ${site} pasó a ser una evacuación real (${time}).`,
    people: (total) =>
      total === 1
        ? 'Había una persona en el sitio en ese momento, con acompañantes:'
        : `Había ${total} personas en el sitio en ese momento, con acompañantes:`,
    more: (many) => `… y ${many} más: vea el tablero.`,
    dependents: (many) => (many === 1 ? 'con 1 acompañante' : `con ${many} acompañantes`),
    board: 'Abrir el tablero',
    remark:
      'Esta lista es la del momento en que se escribió el correo. El tablero muestra a quién se encontró.',
  },
}

const composeRoll: ComposeMail = async ({ recipient, isFor, payload, publicUrl, readRoll }) => {
  const { muster_id: musterId } = payload
  if (!isFor(recipient.email) || typeof musterId !== 'string') return undefined
  const roll = await readRoll(musterId)
  if (!roll) return undefined
  const { language, look, firstName } = recipient
  const words = texts[language]
  const time = formatTime(roll.becameRealAt ?? roll.startedAt, language, timeZoneOf(roll.timeZone))
  const began = roll.becameRealAt
    ? words.becameReal(roll.siteName, time)
    : words.started(roll.siteName, time, roll.drill)
  const items = roll.people.map(({ name, role, dependents }) =>
    [name, role, dependents > 0 && words.dependents(dependents)].filter(Boolean).join(' · '),
  )
  const listed = roll.people.reduce((people, { dependents }) => people + 1 + dependents, 0)
  return {
    to: recipient.email,
    email: {
      language,
      look,
      subject: words.subject(roll.siteName, roll.drill),
      name: firstName,
      paragraphs: [began, words.people(roll.total)],
      items: [...items, ...(listed < roll.total ? [words.more(roll.total - listed)] : [])],
      action: { label: words.board, url: `${publicUrl}/board?site=${roll.siteId}` },
      remarks: [words.remark],
    },
  }
}

export const mails = { 'mail.muster_roll': composeRoll }
