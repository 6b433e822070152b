import { userTypes } from '@gatehouse/validation/vocabulary'
import { testArchivedSites } from '../../archived-sites.ts'

const alone = userTypes.map((type) => [type] as const)
const both = userTypes.map((type) => [type, type] as const)
testArchivedSites({
  requests: 8,
  types: [...alone, ...both, ['Manager', 'Staff'], ['Manager', 'Device']],
  isFull: true,
})
