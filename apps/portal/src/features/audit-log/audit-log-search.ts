import { Uuid } from '@gatehouse/validation/fields'
import { auditCursor } from '@gatehouse/validation/endpoints/audit-log'
import type { AuditKind } from '@gatehouse/validation/audit-actions'
import * as v from 'valibot'
import { kindLabels } from '../../lib/audit-log/action-labels.ts'
import { orNothing, SearchText } from '../../lib/search-fields.ts'

export const auditKinds = Object.keys(kindLabels) as AuditKind[]

const Day = v.pipe(v.string(), v.isoDate())

/** The search of the audit log's URL. */
export const auditLogSearch = v.object({
  kind: orNothing(v.picklist(auditKinds)),
  /** The id of the user. */
  actor: orNothing(Uuid),
  /** Local days, as `2026-11-22`, inclusive. */
  from: orNothing(Day),
  to: orNothing(Day),
  cursor: orNothing(v.pipe(v.string(), v.regex(auditCursor))),
  /** The entry whose details are open. */
  row: orNothing(SearchText),
})
export type AuditLogSearch = Partial<v.InferOutput<typeof auditLogSearch>>
