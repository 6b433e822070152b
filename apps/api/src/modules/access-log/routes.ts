import {
  correctVisitEndpoint,
  getLogRecordEndpoint,
  listAccessLogEndpoint,
  listLogMethodOptionsEndpoint,
  listLogQuestionOptionsEndpoint,
  listLogRoleOptionsEndpoint,
} from '@gatehouse/validation/endpoints/access-log'
import { exportAccessLogEndpoint } from '@gatehouse/validation/endpoints/access-log-export'
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
  route(listAccessLogEndpoint, ({ ctx, query }) => listAccessLog(ctx, query))
  route(listLogMethodOptionsEndpoint, ({ ctx, query }) => findMethodOptions(ctx, query))
  route(listLogRoleOptionsEndpoint, ({ ctx, query }) => findRoleOptions(ctx, query))
  route(listLogQuestionOptionsEndpoint, ({ ctx, query }) => findQuestionOptions(ctx, query))
  route(exportAccessLogEndpoint, ({ ctx, query }) => exportAccessLog(ctx, exports, query))
  route(getLogRecordEndpoint, ({ ctx, params }) => getLogRecord(ctx, params.id))
  route(correctVisitEndpoint, ({ ctx, params, headers, body }) =>
    correctVisit(ctx, personKeys, params.id, body, headers['if-match']),
  )
}
