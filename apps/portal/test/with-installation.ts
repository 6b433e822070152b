import { runtimeConfig, setRuntimeConfig } from '@gatehouse/api-client/runtime-config'
import type { RuntimeConfig } from '@gatehouse/validation/runtime-config'
import { onTestFinished } from 'vitest'

/** Sets properties of the installation until the test ends. */
export function withInstallation(changes: Partial<RuntimeConfig>): void {
  const before = runtimeConfig
  setRuntimeConfig({ ...before, ...changes })
  onTestFinished(() => setRuntimeConfig(before))
}
