import { inPostgres } from '../../test/rate-store.ts'
import { testRateLimits } from '../../test/rate-limits.ts'

testRateLimits(inPostgres)
