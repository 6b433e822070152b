import { classes } from '@gatehouse/ui/core/classes.ts'
import { TickIcon } from '@gatehouse/ui/core/icons'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import styles from './setup-progress.module.css'
import type { SetupStep } from './setup-steps.ts'

const names: Record<SetupStep, MessageDescriptor> = {
  intro: msg`Install app`,
  qr: msg`Register`,
  confirm: msg`Confirm`,
  codes: msg`Save recovery codes`,
  complete: msg`Complete`,
}

interface SetupProgressProps {
  steps: readonly SetupStep[]
  step: SetupStep
}

/** The current step, and those that follow. */
export function SetupProgress({ steps, step }: SetupProgressProps) {
  const { t } = useLingui()
  const at = steps.indexOf(step)
  const number = at + 1
  const count = steps.length
  const name = t(names[step])
  return (
    <div className={styles.progress}>
      <ol className={styles.steps} aria-label={t`Steps`}>
        {steps.map((each, index) => (
          <li
            key={each}
            className={classes(styles.step, index < at && styles.done, index === at && styles.here)}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={styles.number} aria-hidden="true">
              {index < at ? <TickIcon size={14} /> : index + 1}
            </span>
            <VisuallyHidden>
              {t(names[each])}
              {index < at && (
                <span>
                  {' '}
                  <Trans>(done)</Trans>
                </span>
              )}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
      <p className={styles.text}>
        <Trans>
          Step {number} of {count}: {name}
        </Trans>
      </p>
    </div>
  )
}
