export type SetupStep = 'intro' | 'qr' | 'confirm' | 'codes' | 'complete'

export interface SetupFacts {
  /** Recovery codes are there already, and stay. */
  hasCodes: boolean
  /** The account may not go on without it: the set-up ends with words of its own instead of the list. */
  isBeforeSignIn: boolean
}

/** The steps of setting up an authenticator, in their order. */
export function setupSteps({ hasCodes, isBeforeSignIn }: SetupFacts): SetupStep[] {
  return [
    'intro',
    'qr',
    'confirm',
    ...(hasCodes ? [] : (['codes'] as const)),
    ...(isBeforeSignIn ? (['complete'] as const) : []),
  ]
}

/** The step after one; undefined after the last, where the list comes. */
export function stepAfter(steps: readonly SetupStep[], step: SetupStep): SetupStep | undefined {
  const at = steps.indexOf(step)
  return at < 0 ? undefined : steps[at + 1]
}
