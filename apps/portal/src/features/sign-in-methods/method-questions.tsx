import { fieldMessages } from '@gatehouse/i18n/field-messages'
import type { SignInMethod } from '@gatehouse/validation/endpoints/sign-in-methods'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { BulkQuestion } from '../../lib/list/bulk-question.tsx'
import type { BulkQuestionProps } from '../../lib/list/list-declaration.ts'
import { useOnlySite } from '../../lib/site-select/site-options.ts'
import { SiteSelect } from '../../lib/site-select/site-select.tsx'

/** Asks which site the chosen methods move to. */
export function MoveQuestion(props: BulkQuestionProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState('')
  // The list of methods has no other rows.
  const present = new Set((props.rows as readonly SignInMethod[]).map((method) => method.site_id))
  const [only] = present
  const beside = present.size === 1 ? only : undefined
  const onlyOther = useOnlySite({ beside })
  const siteId = chosen || (onlyOther ?? '')
  const [isMissing, setMissing] = useState(false)
  const confirm = () => {
    setMissing(siteId === '')
    if (siteId !== '') props.onRun({ site_id: siteId })
  }
  return (
    <BulkQuestion
      {...props}
      onConfirm={confirm}
      text={
        <Plural
          value={props.count}
          one="# sign-in method moves and keeps its key. Print a new poster: the old one names the current site."
          other="# sign-in methods move and keep their keys. Print new posters: the old ones name the current site."
        />
      }
    >
      <SiteSelect
        id="move-site"
        value={siteId}
        beside={beside}
        onChange={setChosen}
        label={<Trans>New site</Trans>}
        error={isMissing && siteId === '' && t(fieldMessages.site_required)}
      />
    </BulkQuestion>
  )
}

/** Explains what retiring means, for how many methods. */
export function RetireQuestion(props: BulkQuestionProps) {
  return (
    <BulkQuestion
      {...props}
      isDanger
      onConfirm={() => props.onRun({})}
      text={
        <Plural
          value={props.count}
          one="# method stops working and can’t be restored. Its visits stay in the log."
          other="# methods stop working and can’t be restored. Their visits stay in the log."
        />
      }
    />
  )
}
