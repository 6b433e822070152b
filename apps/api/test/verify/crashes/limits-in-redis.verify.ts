import { testMethodKeyLimits } from '../../method-key-limits.ts'
import { testRateLimits } from '../../rate-limits.ts'
import { redisStores } from '../../redis-server.ts'
import { testThrottling } from '../../throttling.ts'

for (const store of redisStores) {
  testRateLimits(store)
  testThrottling(store)
  testMethodKeyLimits(store)
}
