import {
  listRetentionRunsEndpoint,
  previewRetentionEndpoint,
} from '@gatehouse/validation/endpoints/retention'
import type { Router } from '../../plugins/route.ts'
import { previewRetention } from './preview-retention.ts'
import { reportRetention } from './report-retention.ts'
import type { RetentionStep } from './retention-step.ts'

interface PrivacyDeps {
  /** In the order in which a run takes them. */
  steps: readonly RetentionStep[]
}

export function registerPrivacy({ route }: Router, { steps }: PrivacyDeps): void {
  route(previewRetentionEndpoint, ({ ctx, query }) => previewRetention(ctx, steps, query))
  route(listRetentionRunsEndpoint, ({ ctx, query }) => reportRetention(ctx, query.site))
}
