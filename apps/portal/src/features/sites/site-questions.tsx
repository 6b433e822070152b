import { ApiError } from '@gatehouse/api-client/api-error'
import { queryClient } from '@gatehouse/api-client/query-client'
import { Button } from '@gatehouse/ui/core/button'
import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { linkClass } from '@gatehouse/ui/core/link'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { Facts } from '@gatehouse/ui/staff/facts'
import {
  listSiteQuestionsEndpoint,
  setSiteQuestionsEndpoint,
  type SiteQuestion,
  SiteQuestions as SiteQuestionSet,
} from '@gatehouse/validation/endpoints/site-questions'
import { questionTypeLabels } from '../../lib/labels/vocabulary-labels.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { api } from '../../lib/api.ts'
import { Pending } from '../../lib/failure.tsx'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { toastError } from '../../lib/toast-error.tsx'
import { toast } from '../../lib/toaster.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'

const questionsQuery = (siteId: string) =>
  endpointQuery(listSiteQuestionsEndpoint, { params: { id: siteId } })

interface SiteQuestionsProps {
  siteId: string
  canManage: boolean
}

/** Which of the client's questions visitors of a site are asked. */
export function SiteQuestions({ siteId, canManage }: SiteQuestionsProps) {
  const { data, ...query } = useQuery(questionsQuery(siteId))
  if (!data)
    return <Pending title={<Trans>The questions could not be loaded</Trans>} query={query} height={160} />
  if (data.items.length === 0)
    return (
      <EmptyState
        level={2}
        title={<Trans>There are no questions</Trans>}
        action={canManage && <ManageLink siteId={siteId} />}
      >
        <Trans>Visitors are asked no questions.</Trans>
      </EmptyState>
    )
  if (!canManage) return <Asked questions={data.items} />
  return (
    <Stack>
      <Assigned siteId={siteId} data={data} />
      <ManageLink siteId={siteId} />
    </Stack>
  )
}

/** The page where questions are created and edited. */
function ManageLink({ siteId }: { siteId: string }) {
  const state = useChildPageState()
  return (
    <Link to="/question_management" search={{ site: siteId }} state={state} className={linkClass()}>
      <Trans>Question Management</Trans>
    </Link>
  )
}

function Asked({ questions }: { questions: readonly SiteQuestion[] }) {
  const { t } = useLingui()
  return (
    <Facts
      facts={questions.map(({ name, text, assigned }) => ({
        label: name || text,
        value: assigned ? t`Asked` : t`Not asked`,
      }))}
    />
  )
}

const assignedIds = ({ items }: SiteQuestionSet) =>
  items.filter(({ assigned }) => assigned).map(({ id }) => id)

/** The user's ticks, and the state that they are based on. */
interface Edit {
  seen: SiteQuestionSet
  chosen: readonly string[]
}

function Assigned({ siteId, data }: { siteId: string; data: SiteQuestionSet }) {
  const { t } = useLingui()
  const [edit, setEdit] = useState<Edit>()
  const [theirs, setTheirs] = useState<readonly SiteQuestion[]>([])
  const reset = () => {
    setEdit(undefined)
    setTheirs([])
  }
  const keep = (changed: SiteQuestionSet) =>
    queryClient.setQueryData(questionsQuery(siteId).queryKey, changed)
  const save = useMutation({
    mutationFn: ({ seen, chosen }: Edit) =>
      api.call(setSiteQuestionsEndpoint, {
        params: { id: siteId },
        headers: { 'if-match': `"${seen.version}"` },
        body: { question_ids: [...chosen] },
      }),
    onSuccess: (changed) => {
      keep(changed)
      reset()
      toast('success', t`The questions have been saved.`)
    },
    onError: (error, { seen, chosen }) => {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return toastError(error)
      const now = v.parse(SiteQuestionSet, error.current)
      keep(now)
      const known = assignedIds(seen)
      setTheirs(now.items.filter(({ id, assigned }) => assigned !== known.includes(id)))
      setEdit({ seen: now, chosen: mergeChoices({ known, mine: chosen, theirs: assignedIds(now) }) })
    },
  })
  return (
    <Stack>
      {theirs.length > 0 && (
        <Notice
          kind="caution"
          live="assertive"
          title={<Trans>Another person has changed the questions of this site</Trans>}
          action={
            <Button size="small" onClick={reset}>
              <Trans>Discard my changes</Trans>
            </Button>
          }
        >
          <Trans>Both changes are ticked below. Check them and save again. The other person changed:</Trans>
          <Facts
            facts={theirs.map(({ name, text, assigned }) => ({
              label: name || text,
              value: assigned ? t`Asked` : t`Not asked`,
            }))}
          />
        </Notice>
      )}
      <ChoiceList
        type="checkbox"
        legend={<Trans>Visitors of this site are asked</Trans>}
        value={edit?.chosen ?? assignedIds(data)}
        onChange={(chosen) => setEdit({ seen: edit?.seen ?? data, chosen })}
        choices={data.items.map(({ id, name, text, type, enabled }) => ({
          value: id,
          label: name || text,
          hint: [name === '' ? '' : text, t(questionTypeLabels[type]), enabled ? '' : t`Disabled`]
            .filter((part) => part !== '')
            .join(' · '),
        }))}
      />
      <div>
        <Button
          kind="primary"
          busy={save.isPending}
          disabled={edit === undefined}
          onClick={() => edit && save.mutate(edit)}
        >
          <Trans>Save</Trans>
        </Button>
      </div>
    </Stack>
  )
}

interface Choices {
  /** The assignment when this user started. */
  known: readonly string[]
  mine: readonly string[]
  theirs: readonly string[]
}

/** A three-way merge: this user's changes, applied to the other user's state. */
function mergeChoices({ known, mine, theirs }: Choices): string[] {
  const added = mine.filter((id) => !known.includes(id))
  const removed = known.filter((id) => !mine.includes(id))
  return [...new Set([...theirs, ...added])].filter((id) => !removed.includes(id))
}
