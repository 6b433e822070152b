import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { contactsQuery, headcountQuery, hoursQuery, rollQuery } from './reports.ts'

/** In a file of its own, because few who read a report export it. */
const common = {
  method: 'GET',
  access: 'manager',
  limit: { rule: 'exports' },
  response: 'csv',
  errors: ['client_not_chosen', 'time_out_of_range', 'exports_busy'],
} as const

export const exportContactsReportEndpoint = endpoint({
  ...common,
  path: '/reports/contacts/export',
  summary: 'Exports all contacts of a person in a range of days as CSV.',
  query: v.strictObject(contactsQuery),
})

export const exportHeadcountReportEndpoint = endpoint({
  ...common,
  path: '/reports/headcount/export',
  summary: 'Exports the headcount for each hour of a day as CSV.',
  query: v.strictObject(headcountQuery),
})

export const exportHoursReportEndpoint = endpoint({
  ...common,
  path: '/reports/hours/export',
  summary: 'Exports the hours of each person and month as CSV.',
  query: v.strictObject(hoursQuery),
})

export const exportRollReportEndpoint = endpoint({
  ...common,
  path: '/reports/roll/export',
  summary: 'Exports all people who were on a site at a past time as CSV.',
  query: v.strictObject(rollQuery),
})
