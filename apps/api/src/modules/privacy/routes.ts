import {
  erasePersonEndpoint,
  exportPersonEndpoint,
  findPeopleEndpoint,
  getPersonDataEndpoint,
  listErasuresEndpoint,
} from '@gatehouse/validation/endpoints/people'
import {
  listRetentionRunsEndpoint,
  previewRetentionEndpoint,
} from '@gatehouse/validation/endpoints/retention'
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
  /** In the order in which a run takes them. */
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
  route(previewRetentionEndpoint, ({ ctx, query }) => previewRetention(ctx, steps, query))
  route(listRetentionRunsEndpoint, ({ ctx, query }) => reportRetention(ctx, query.site))
  route(findPeopleEndpoint, ({ ctx, query }) => findPeople(ctx, personKeys, query.search))
  route(listErasuresEndpoint, ({ ctx }) => listErasures(ctx))
  route(getPersonDataEndpoint, ({ ctx, params }) =>
    getPersonData(ctx, { steps: personSteps, personKeys }, params.key),
  )
  route(exportPersonEndpoint, ({ ctx, params, query }) =>
    exportPerson(ctx, { steps: personSteps, photos, exports, personKeys }, params.key, query),
  )
  route(erasePersonEndpoint, ({ ctx, params, body }) =>
    erasePerson(ctx, { steps: personSteps, photos, personKeys }, params.key, body.confirmation),
  )
}
