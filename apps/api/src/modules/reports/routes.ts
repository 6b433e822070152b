import { endpoints } from '@gatehouse/validation/endpoints/all'
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
  route(endpoints.getContactsReport, async ({ ctx, query }) => {
    const { frame, rows, extra } = await runReport(ctx, contacts, query)
    return { ...frame, person: extra.name, stays: extra.stays, items: rows.map(toContact) }
  })
  route(endpoints.getHeadcountReport, async ({ ctx, query }) => {
    const { frame, rows } = await runReport(ctx, headcount, query)
    return { ...frame, items: rows.map(toHour) }
  })
  route(endpoints.getHoursReport, async ({ ctx, query }) => {
    const { frame, rows } = await runReport(ctx, hours, query)
    return { ...frame, items: rows.map(toHoursOfMonth) }
  })
  route(endpoints.getRollReport, async ({ ctx, query }) => {
    const { frame, rows } = await runReport(ctx, roll, query)
    return { ...frame, heads: rows[0]?.heads ?? 0, items: rows.map(toOnRoll) }
  })
  route(endpoints.exportContactsReport, ({ ctx, query }) => exportReport(ctx, exports, contacts, query))
  route(endpoints.exportHeadcountReport, ({ ctx, query }) => exportReport(ctx, exports, headcount, query))
  route(endpoints.exportHoursReport, ({ ctx, query }) => exportReport(ctx, exports, hours, query))
  route(endpoints.exportRollReport, ({ ctx, query }) => exportReport(ctx, exports, roll, query))
  route(endpoints.listReportPeople, ({ ctx, query }) => findReportPeople(ctx, query))
  route(endpoints.listReportRecipients, ({ ctx, query }) => findUserOptions(ctx, query, isReader))
  route(endpoints.listReportViews, ({ ctx, query }) => listReportViews(ctx, query))
  route(endpoints.createReportView, ({ ctx, body }) => createReportView(ctx, body))
  route(endpoints.getReportView, ({ ctx, params }) => getReportView(ctx, params.id))
  route(endpoints.updateReportView, ({ ctx, params, headers, body }) =>
    updateReportView(ctx, params.id, body, headers['if-match']),
  )
  route(endpoints.deleteReportView, ({ ctx, params }) => deleteReportView(ctx, params.id))
}
