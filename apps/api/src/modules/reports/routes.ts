import {
  createReportViewEndpoint,
  deleteReportViewEndpoint,
  getReportViewEndpoint,
  listReportRecipientsEndpoint,
  listReportViewsEndpoint,
  updateReportViewEndpoint,
} from '@gatehouse/validation/endpoints/report-views'
import {
  getContactsReportEndpoint,
  getHeadcountReportEndpoint,
  getHoursReportEndpoint,
  getRollReportEndpoint,
  listReportPeopleEndpoint,
} from '@gatehouse/validation/endpoints/reports'
import {
  exportContactsReportEndpoint,
  exportHeadcountReportEndpoint,
  exportHoursReportEndpoint,
  exportRollReportEndpoint,
} from '@gatehouse/validation/endpoints/reports-export'
import type { Exports } from '../../db/open-export.ts'
import type { Router } from '../../plugins/route.ts'
import { createReportView, deleteReportView, updateReportView } from './change-view.ts'
import { contacts, toContact } from './contacts.ts'
import { headcount, toHour } from './headcount.ts'
import { hours, toHoursOfMonth } from './hours.ts'
import { findUserOptions } from '../users/queries.ts'
import { findReportPeople } from './people.ts'
import { getReportView, isReader, listReportViews } from './report-views.ts'
import { roll, toOnRoll } from './roll.ts'
import { exportReport, runReport } from './run-report.ts'

export function registerReports({ route }: Router, { exports }: { exports: Exports }): void {
  route(getContactsReportEndpoint, async ({ ctx, query }) => {
    const { frame, rows, extra } = await runReport(ctx, contacts, query)
    return { ...frame, person: extra.name, stays: extra.stays, items: rows.map(toContact) }
  })
  route(getHeadcountReportEndpoint, async ({ ctx, query }) => {
    const { frame, rows } = await runReport(ctx, headcount, query)
    return { ...frame, items: rows.map(toHour) }
  })
  route(getHoursReportEndpoint, async ({ ctx, query }) => {
    const { frame, rows } = await runReport(ctx, hours, query)
    return { ...frame, items: rows.map(toHoursOfMonth) }
  })
  route(getRollReportEndpoint, async ({ ctx, query }) => {
    const { frame, rows } = await runReport(ctx, roll, query)
    return { ...frame, heads: rows[0]?.heads ?? 0, items: rows.map(toOnRoll) }
  })
  route(exportContactsReportEndpoint, ({ ctx, query }) => exportReport(ctx, exports, contacts, query))
  route(exportHeadcountReportEndpoint, ({ ctx, query }) => exportReport(ctx, exports, headcount, query))
  route(exportHoursReportEndpoint, ({ ctx, query }) => exportReport(ctx, exports, hours, query))
  route(exportRollReportEndpoint, ({ ctx, query }) => exportReport(ctx, exports, roll, query))
  route(listReportPeopleEndpoint, ({ ctx, query }) => findReportPeople(ctx, query))
  route(listReportRecipientsEndpoint, ({ ctx, query }) => findUserOptions(ctx, query, isReader))
  route(listReportViewsEndpoint, ({ ctx, query }) => listReportViews(ctx, query))
  route(createReportViewEndpoint, ({ ctx, body }) => createReportView(ctx, body))
  route(getReportViewEndpoint, ({ ctx, params }) => getReportView(ctx, params.id))
  route(updateReportViewEndpoint, ({ ctx, params, headers, body }) =>
    updateReportView(ctx, params.id, body, headers['if-match']),
  )
  route(deleteReportViewEndpoint, ({ ctx, params }) => deleteReportView(ctx, params.id))
}
