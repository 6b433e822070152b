import { inPostgres } from '../../../test/rate-store.ts'
import { testMethodKeyLimits } from '../../../test/method-key-limits.ts'

testMethodKeyLimits(inPostgres)
