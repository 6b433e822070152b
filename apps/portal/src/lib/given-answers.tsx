import type { LogRecord } from '@gatehouse/validation/endpoints/access-log'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { DrawerSection } from './drawer-section.tsx'
import styles from './drawer-section.module.css'
import { StateBadge } from './state-badge.tsx'

/** The answers of a visit, in a drawer. */
export function GivenAnswers({ answers }: Pick<LogRecord, 'answers'>) {
  if (answers.length === 0) return null
  return (
    <DrawerSection title={<Trans>Answers, with the questions as asked</Trans>}>
      <ul className={styles.list}>
        {answers.map(({ question, answer, failed }, at) => (
          <li key={at} className={styles.item}>
            <div className={styles.quiet}>{question}</div>
            {answer} {failed && <StateBadge kind="danger" text={msg`Failed answer`} />}
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}
