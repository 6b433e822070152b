import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { Exports } from '../../db/open-export.ts'
import type { Router } from '../../plugins/route.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import type { PersonKeys } from '../identity/person-key.ts'
import { erasePerson, listErasures } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { findPeople } from './find-people.ts'
import { getPersonData } from './person-data.ts'
import type { PersonStep, RetentionStep } from '../../db/lifecycle.ts'
import { previewRetention } from './preview-retention.ts'
import { reportRetention } from './retention-runs.ts'

interface PrivacyDeps {
  /** In execution order. */
  steps: readonly RetentionStep[]
  personSteps: readonly PersonStep[]
  photos: PhotoStore
  exports: Exports
  personKeys: PersonKeys
}

export function registerPrivacy(
  { route }: Router,
  { steps, personSteps, photos, exports, personKeys }: PrivacyDeps,
): void {
  route(endpoints.previewRetention, ({ ctx, query }) => previewRetention(ctx, steps, query))
  route(endpoints.listRetentionRuns, ({ ctx, query }) => reportRetention(ctx, query.site))
  route(endpoints.findPeople, ({ ctx, query }) => findPeople(ctx, personKeys, query.search))
  route(endpoints.listErasures, ({ ctx }) => listErasures(ctx))
  route(endpoints.getPersonData, ({ ctx, params }) =>
    getPersonData(ctx, { steps: personSteps, personKeys }, params.key),
  )
  route(endpoints.exportPerson, ({ ctx, params, query }) =>
    exportPerson(ctx, { steps: personSteps, photos, exports, personKeys }, params.key, query),
  )
  route(endpoints.erasePerson, ({ ctx, params, body }) =>
    erasePerson(ctx, { steps: personSteps, photos, personKeys }, params.key, body.confirmation),
  )
}
