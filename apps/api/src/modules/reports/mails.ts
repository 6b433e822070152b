import { hasValues } from '../../db/has-values.ts'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime } from '@gatehouse/i18n/format/zoned-times'
import { readInstant } from '@gatehouse/validation/instants'
import type { Language } from '@gatehouse/validation/vocabulary'
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { clients } from '../../db/schema/clients.ts'
import { reportViews } from '../../db/schema/reports.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { ComposeMail, MailedReport } from '../notifications/account-mail.ts'
import { isReader, isSiteOfView, zoneOfView } from './report-views.ts'

const owners = alias(users, 'owners')

/**
 * The saved report for an email.
 * @returns undefined where it was deleted, its owner has left, or the person is no longer a
 *   recipient or may not read reports
 */
export async function findMailedReport(
  tx: Transaction,
  { clientId, userId, viewId }: Record<'clientId' | 'userId' | 'viewId', string>,
): Promise<MailedReport | undefined> {
  const [found] = await tx
    .select({
      name: reportViews.name,
      siteName: sites.name,
      timeZone: zoneOfView,
      recipients: reportViews.recipients,
      ownerId: reportViews.ownerId,
      ownerStatus: owners.status,
    })
    .from(reportViews)
    .innerJoin(clients, eq(clients.id, reportViews.clientId))
    .leftJoin(sites, isSiteOfView)
    .innerJoin(users, and(hasValues(users, { clientId: reportViews.clientId, id: userId }), isReader))
    .leftJoin(owners, hasValues(owners, { clientId: reportViews.clientId, id: reportViews.ownerId }))
    .where(hasValues(reportViews, { clientId, id: viewId }))
  if (!found?.recipients.includes(userId)) return undefined
  if (found.ownerId !== null && found.ownerStatus !== 'active') return undefined
  return { name: found.name, siteName: found.siteName, timeZone: found.timeZone }
}

const english = {
  subject: (name: string) => `Report: ${name}`,
  ready: (name: string, time: string) => `The report “${name}” of ${time} is ready.`,
  ofSite: (site: string) => `It is about ${site}.`,
  open: 'Open the report',
  remark:
    'Log in to open the report. It shows what you have access to. This email contains no data about people.',
}

const texts: Record<Language, typeof english> = {
  'en-au': english,
  en: english,
  es: {
    subject: (name) => `Informe: ${name}`,
    ready: (name, time) => `El informe «${name}» del ${time} está listo.`,
    ofSite: (site) => `Trata de ${site}.`,
    open: 'Abrir el informe',
    remark:
      'Inicie sesión para abrir el informe. Muestra aquello a lo que usted tiene acceso. Este correo no contiene datos de personas.',
  },
}

const composeReport: ComposeMail = async ({ recipient, isFor, payload, publicUrl, readReport }) => {
  const { view_id: viewId, due } = payload
  const at = typeof due === 'string' ? readInstant(due) : undefined
  if (!isFor(recipient.email) || typeof viewId !== 'string' || at === undefined) return undefined
  const report = await readReport(viewId)
  if (!report) return undefined
  const { language, look, firstName } = recipient
  const words = texts[language]
  const time = formatDateTime(at, language, timeZoneOf(report.timeZone))
  return {
    to: recipient.email,
    email: {
      language,
      look,
      subject: words.subject(report.name),
      name: firstName,
      paragraphs: [
        words.ready(report.name, time),
        ...(report.siteName === null ? [] : [words.ofSite(report.siteName)]),
      ],
      action: {
        label: words.open,
        url: `${publicUrl}/reports?${new URLSearchParams({ view: viewId, as_of: at }).toString()}`,
      },
      remarks: [words.remark],
    },
  }
}

export const mails = { 'mail.report': composeReport }
