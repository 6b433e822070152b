/** The limits of every test, for a machine that is busy. What a test waits for is a condition, so a quiet one is fast. */
export const testLimits = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
  // A test that passes only when it is run again is reported as flaky.
  retry: 1,
}
