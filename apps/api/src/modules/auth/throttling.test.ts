import { inPostgres } from '../../../test/rate-store.ts'
import { testThrottling } from '../../../test/throttling.ts'

testThrottling(inPostgres)
