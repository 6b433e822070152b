import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Exports } from '../../db/open-export.ts'
import type { Router } from '../../plugins/route.ts'
import type { PersonKeys } from '../identity/person-key.ts'
import { correctVisit } from './correct-visit.ts'
import { exportAccessLog } from './export-log.ts'
import { getLogRecord } from './get-record.ts'
import { findMethodOptions, findQuestionOptions, findRoleOptions } from './options.ts'
import { listAccessLog } from './queries.ts'

export function registerAccessLog(
  { route }: Router,
  { personKeys, exports }: { personKeys: PersonKeys; exports: Exports },
): void {
  route(endpoints.listAccessLog, ({ ctx, query }) => listAccessLog(ctx, query))
  route(endpoints.listLogMethodOptions, ({ ctx, query }) => findMethodOptions(ctx, query))
  route(endpoints.listLogRoleOptions, ({ ctx, query }) => findRoleOptions(ctx, query))
  route(endpoints.listLogQuestionOptions, ({ ctx, query }) => findQuestionOptions(ctx, query))
  route(endpoints.exportAccessLog, ({ ctx, query }) => exportAccessLog(ctx, exports, query))
  route(endpoints.getLogRecord, ({ ctx, params }) => getLogRecord(ctx, params.id))
  route(endpoints.correctVisit, ({ ctx, params, headers, body }) =>
    correctVisit(ctx, personKeys, params.id, body, headers['if-match']),
  )
}
