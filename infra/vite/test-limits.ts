/**
 * The limits of every test, for a busy machine. Tests wait for conditions, so they are fast on a
 * quiet one.
 */
export const testLimits = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
  // A test that passes only on its second run is reported as flaky.
  retry: 1,
}
