import { queryClient } from '@gatehouse/api-client/query-client'
import { Button } from '@gatehouse/ui/core/button'
import { ChoiceList } from '@gatehouse/ui/core/choice-list'
import { linkClass } from '@gatehouse/ui/core/link'
import { Stack } from '@gatehouse/ui/core/stack'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { Facts } from '@gatehouse/ui/staff/facts'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import {
  listSiteQuestionsEndpoint,
  setSiteQuestionsEndpoint,
  type SiteQuestion,
} from '@gatehouse/validation/endpoints/site-questions'
import type { QuestionType } from '@gatehouse/validation/vocabulary'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorMessage } from '../../lib/errors.ts'
import { Failure } from '../../lib/failure.tsx'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { toast } from '../../lib/toaster.ts'
import { siteKey } from './queries.ts'

const questionsQuery = (siteId: string) =>
  queryOptions({
    queryKey: [...siteKey(siteId), 'questions'],
    queryFn: ({ signal }) => api.call(listSiteQuestionsEndpoint, { params: { id: siteId } }, { signal }),
  })

const typeNames: Record<QuestionType, MessageDescriptor> = {
  'yes/no': msg`Yes or no`,
  'free text': msg`Free text`,
  select: msg`One of several`,
  'multi-select': msg`Several of several`,
}

interface SiteQuestionsProps {
  siteId: string
  canManage: boolean
}

/** Which of the client's questions visitors of a site are asked. */
export function SiteQuestions({ siteId, canManage }: SiteQuestionsProps) {
  const { data, error, refetch, isFetching } = useQuery(questionsQuery(siteId))
  if (error && !data)
    return (
      <Failure
        title={<Trans>The questions could not be loaded</Trans>}
        error={error}
        onRetry={() => void refetch()}
        isBusy={isFetching}
      />
    )
  if (!data) return <Skeleton height={160} />
  if (data.items.length === 0)
    return (
      <EmptyState
        level={2}
        title={<Trans>There are no questions</Trans>}
        action={canManage && <ManageLink siteId={siteId} />}
      >
        <Trans>Visitors sign in without being asked anything.</Trans>
      </EmptyState>
    )
  if (!canManage) return <Asked questions={data.items} />
  return (
    <Stack>
      <Assigned siteId={siteId} questions={data.items} />
      <ManageLink siteId={siteId} />
    </Stack>
  )
}

/** The page where questions are made and edited. */
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

function Assigned({ siteId, questions }: { siteId: string; questions: readonly SiteQuestion[] }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string[]>()
  const stored = questions.filter(({ assigned }) => assigned).map(({ id }) => id)
  const save = useMutation({
    mutationFn: (ids: string[]) =>
      api.call(setSiteQuestionsEndpoint, { params: { id: siteId }, body: { question_ids: ids } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(questionsQuery(siteId).queryKey, changed)
      setChosen(undefined)
      toast('success', t`The questions have been saved.`)
    },
    onError: (error) => toast('error', <ErrorMessage error={error} />),
  })
  return (
    <Stack>
      <ChoiceList
        type="checkbox"
        legend={<Trans>Visitors of this site are asked</Trans>}
        value={chosen ?? stored}
        onChange={setChosen}
        choices={questions.map(({ id, name, text, type, enabled }) => ({
          value: id,
          label: name || text,
          hint: [name === '' ? '' : text, t(typeNames[type]), enabled ? '' : t`Disabled`]
            .filter((part) => part !== '')
            .join(' · '),
        }))}
      />
      <div>
        <Button
          kind="primary"
          busy={save.isPending}
          disabled={chosen === undefined}
          onClick={() => chosen && save.mutate(chosen)}
        >
          <Trans>Save</Trans>
        </Button>
      </div>
    </Stack>
  )
}
