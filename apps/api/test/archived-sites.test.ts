import { testArchivedSites } from './archived-sites.ts'

testArchivedSites({ requests: 1, types: [['Manager'], ['Manager', 'Manager']], isFull: false })
