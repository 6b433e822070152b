import { runtimeConfig, setRuntimeConfig } from '@gatehouse/api-client/runtime-config'
import type { RuntimeConfig } from '@gatehouse/validation/runtime-config'
import { onTestFinished } from 'vitest'

/** Until the test ends, the installation has these properties. */
export function withInstallation(changes: Partial<RuntimeConfig>): void {
  const before = runtimeConfig
  setRuntimeConfig({ ...before, ...changes })
  onTestFinished(() => setRuntimeConfig(before))
}
