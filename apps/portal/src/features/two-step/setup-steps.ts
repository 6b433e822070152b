export type SetupStep = 'intro' | 'qr' | 'confirm' | 'codes' | 'complete'

export interface SetupFacts {
  /** The account has recovery codes, which stay. */
  hasCodes: boolean
  /**
   * The set-up is required before the login. It ends with its own step instead of the list of
   * methods.
   */
  isBeforeSignIn: boolean
}

/** The steps of setting up an authenticator, in order. */
export function setupSteps({ hasCodes, isBeforeSignIn }: SetupFacts): SetupStep[] {
  return [
    'intro',
    'qr',
    'confirm',
    ...(hasCodes ? [] : (['codes'] as const)),
    ...(isBeforeSignIn ? (['complete'] as const) : []),
  ]
}

/** The step after this one; undefined after the last. */
export function stepAfter(steps: readonly SetupStep[], step: SetupStep): SetupStep | undefined {
  const at = steps.indexOf(step)
  return at < 0 ? undefined : steps[at + 1]
}

/** A set-up key in groups of four characters, as people read it aloud and type it. */
export function keyGroups(key: string): string[] {
  return key.replace(/\s/g, '').match(/.{1,4}/gu) ?? []
}
