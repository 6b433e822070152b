import type { LogRecord } from '@gatehouse/validation/endpoints/access-log'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import styles from './given-answers.module.css'
import { StateBadge } from './state-badge.tsx'

/** The answers of a visit, in a drawer. */
export function GivenAnswers({ answers }: Pick<LogRecord, 'answers'>) {
  if (answers.length === 0) return null
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>
        <Trans>Answers, with the questions as asked</Trans>
      </h3>
      <ul className={styles.list}>
        {answers.map(({ question, answer, failed }, at) => (
          <li key={at} className={styles.answer}>
            <div className={styles.asked}>{question}</div>
            {answer} {failed && <StateBadge kind="danger" text={msg`Failed answer`} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
