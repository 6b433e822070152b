import { type ReportName, reportNames } from '@gatehouse/validation/endpoints/reports'
import { limits } from '@gatehouse/validation/limits'
import * as v from 'valibot'
import { orNothing, SearchText } from '../../lib/search-fields.ts'

const parameterNames = ['record', 'site', 'from', 'to', 'day', 'at', 'span', 'kind', 'role', 'as_of'] as const
export type ParameterName = (typeof parameterNames)[number]

/** The parameters of a report, named as in its endpoint. */
export type Parameters = Partial<Record<ParameterName, string>>

/** The parameters of each report. */
const parametersOf: Record<ReportName, readonly ParameterName[]> = {
  contacts: ['record', 'site', 'from', 'to', 'span', 'as_of'],
  headcount: ['site', 'day', 'span', 'as_of'],
  hours: ['site', 'from', 'to', 'span', 'kind', 'role', 'as_of'],
  roll: ['site', 'at', 'as_of'],
}

/** The required parameters of each report. */
const required: Record<ReportName, readonly ParameterName[]> = {
  contacts: ['record'],
  headcount: [],
  hours: [],
  roll: ['site'],
}

/** The search of the page's URL. The server refuses invalid values. */
export const reportSearch = v.object({
  report: orNothing(v.picklist(reportNames)),
  ...v.entriesFromList(parameterNames, orNothing(SearchText)),
  /** The saved report to open. */
  view: orNothing(SearchText),
  edit: orNothing(SearchText),
})
export type ReportSearch = Partial<v.InferOutput<typeof reportSearch>>

/** The report and parameters in a URL; undefined where none is requested yet. */
export function readReport(search: ReportSearch): { report: ReportName; asked: Parameters | undefined } {
  const { report } = search
  if (!report) return { report: 'contacts', asked: undefined }
  const parameters = pickParameters(report, search)
  const isComplete = required[report].every((name) => parameters[name] !== undefined)
  return { report, asked: isComplete ? parameters : undefined }
}

/** The report's own parameters, without empty ones. */
export function pickParameters(
  report: ReportName,
  values: Readonly<Partial<Record<ParameterName, string | undefined>>>,
): Parameters {
  return Object.fromEntries(
    parametersOf[report].flatMap((name) => (values[name] ? [[name, values[name]]] : [])),
  )
}

/** Why a report can't be requested with these values: `field problem`. */
export type Problem =
  | { field: 'record' | 'site'; problem: 'missing' }
  | { field: 'to'; problem: 'order' | 'days' | 'months' }
  | { field: 'from' | 'day' | 'at'; problem: 'future' }

/**
 * Finds errors before the server is called.
 * @param now the time in the reader's zone: a day ahead of it may be today elsewhere
 */
export function findProblem(report: ReportName, values: Parameters, now: Date): Problem | undefined {
  const { from, to, day, at } = values
  if (report === 'contacts' && values.record === undefined) return { field: 'record', problem: 'missing' }
  if (report === 'roll' && values.site === undefined) return { field: 'site', problem: 'missing' }
  const latest = new Date(now.getTime() + DAY_MS).toISOString()
  if (from !== undefined && from > latest.slice(0, from.length)) return { field: 'from', problem: 'future' }
  if (day !== undefined && day > latest.slice(0, 10)) return { field: 'day', problem: 'future' }
  if (at !== undefined && at > latest.slice(0, 16)) return { field: 'at', problem: 'future' }
  if (from === undefined || to === undefined) return undefined
  if (to < from) return { field: 'to', problem: 'order' }
  if (report === 'contacts' && daysBetween(from, to) > limits.reports.contactDays)
    return { field: 'to', problem: 'days' }
  if (report === 'hours' && monthsBetween(from, to) > limits.reports.months)
    return { field: 'to', problem: 'months' }
  return undefined
}

const DAY_MS = 86_400_000

/** Inclusive of both days. */
const daysBetween = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
const monthsBetween = (from: string, to: string) => monthNumber(to) - monthNumber(from) + 1
