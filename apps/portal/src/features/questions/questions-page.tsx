import { Badge } from '@gatehouse/ui/core/badge'
import { useOpenWindow } from '../../lib/open-window.ts'
import { Button } from '@gatehouse/ui/core/button'
import { Menu, MenuItem, MenuSeparator } from '@gatehouse/ui/aria/menu'
import {
  listQuestionsEndpoint,
  listRoleOptionsEndpoint,
  type ManagedQuestion,
} from '@gatehouse/validation/endpoints/questions'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import { canNobodyPass } from '@gatehouse/validation/question-texts'
import { questionTypes } from '@gatehouse/validation/vocabulary'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useOfAllClients } from '../../lib/use-session.ts'
import { blockedError } from '../../lib/errors.ts'
import type { ListDeclaration } from '../../lib/list/list-declaration.ts'
import { ListPage } from '../../lib/list/list-page.tsx'
import { versionsOf } from '../../lib/list/bulk-actions.ts'
import { toastError } from '../../lib/toast-error.tsx'
import { toast, UNDO_MS } from '../../lib/toaster.ts'
import { questionTypeLabels } from '../../lib/labels/vocabulary-labels.ts'
import { changeQuestions, keepQuestion, renewQuestions } from './queries.ts'
import { failingAnswers, firstNames, languagesOf } from './question-words.ts'
import { lazyWindow } from '../../lib/lazy-part.tsx'
import { StateBadge } from '../../lib/state-badge.tsx'

const QuestionModal = lazyWindow(() => import('./question-modal.tsx'), 'QuestionModal')
const OrderModal = lazyWindow(() => import('./order-modal.tsx'), 'OrderModal')
const CopyModal = lazyWindow(() => import('./copy-modal.tsx'), 'CopyModal')

type QuestionsDeclaration = ListDeclaration<typeof listQuestionsEndpoint>

/** The catalogue of questions for visitors. */
export function QuestionsPage() {
  const openWindow = useOpenWindow()
  const onEdit = (id: string) => openWindow({ edit: id })
  const ofAllClients = useOfAllClients()
  const [isOrdering, setOrdering] = useState(false)
  const [copied, setCopied] = useState<ManagedQuestion>()
  return (
    <>
      <ListPage
        list={questionList}
        rowActions={(question) => (
          <QuestionMenu
            question={question}
            onEdit={() => onEdit(question.id)}
            onCopy={() => setCopied(question)}
          />
        )}
        more={
          !ofAllClients && (
            <Button onClick={() => setOrdering(true)}>
              <Trans>Change the order</Trans>
            </Button>
          )
        }
        addLabel={<Trans>New question</Trans>}
        windows={{ new: drawQuestion, row: drawQuestion }}
      />
      {isOrdering && <OrderModal onClose={() => setOrdering(false)} />}
      {copied && (
        <CopyModal
          question={copied}
          onCopied={async (copy) => {
            await keepQuestion(copy)
            setCopied(undefined)
            onEdit(copy.id)
          }}
          onClose={() => setCopied(undefined)}
        />
      )}
    </>
  )
}

const drawQuestion = (close: () => void, id: string) => <QuestionModal id={id} onClose={close} />

const questionList: QuestionsDeclaration = {
  endpoint: listQuestionsEndpoint,
  title: msg`Question Management`,
  columns: [
    {
      id: 'position',
      header: msg`Order`,
      value: ({ position, archived }) => (archived ? null : position + 1),
      align: 'end',
      priority: 8,
    },
    {
      id: 'name',
      header: msg`Name`,
      value: ({ name, text }) => name || text,
      onPhone: 'title',
    },
    {
      id: 'text',
      header: msg`Question`,
      value: ({ text }) => text,
      priority: 2,
    },
    {
      id: 'type',
      header: msg`Type`,
      cell: ({ type }, { t }) => t(questionTypeLabels[type]),
      value: ({ type }) => type,
      priority: 9,
      onPhone: 'labelled',
    },
    {
      id: 'roles',
      header: msg`Roles`,
      cell: ({ roles, roles_total: total }) => (total === 0 ? <Trans>All</Trans> : firstNames(roles, total)),
      priority: 3,
      onPhone: 'labelled',
    },
    {
      id: 'sites',
      header: msg`Sites`,
      cell: (question) => <Places question={question} />,
      value: ({ sites_total: sites, methods_total: methods }) => sites + methods || null,
      priority: 5,
      onPhone: 'labelled',
    },
    {
      id: 'failing',
      header: msg`Failing answers`,
      cell: (question) => <Failing question={question} />,
      value: (question) => failingAnswers(question) || null,
      priority: 7,
      onPhone: 'labelled',
    },
    {
      id: 'languages',
      header: msg`Languages`,
      cell: (question) => <Languages question={question} />,
      priority: 6,
      onPhone: 'labelled',
    },
    {
      id: 'blocked',
      header: msg`Blocked in 30 days`,
      value: ({ blocked }) => blocked,
      align: 'end',
      priority: 4,
    },
    {
      id: 'enabled',
      header: msg`Enabled`,
      cell: (question) => <Enabled question={question} />,
      onPhone: 'corner',
    },
  ],
  filters: [
    {
      name: 'type',
      label: msg`Type`,
      options: questionTypes.map((type) => ({ value: type, label: questionTypeLabels[type] })),
    },
    { name: 'role', label: msg`Role`, searchedBy: listRoleOptionsEndpoint },
    { name: 'site', label: msg`Site`, searchedBy: listSiteOptionsEndpoint },
    {
      name: 'enabled',
      label: msg`Enabled`,
      options: [
        { value: 'true', label: msg`Yes` },
        { value: 'false', label: msg`No` },
      ],
    },
    {
      name: 'status',
      label: msg`Status`,
      options: [
        { value: 'active', label: msg`Active` },
        { value: 'archived', label: msg`Archived` },
        { value: 'all', label: msg`All` },
      ],
      defaultValue: 'active',
    },
  ],
  search: { label: msg`Search questions`, placeholder: msg`Search by name or text` },
  empty: {
    title: msg`There are no questions`,
    text: msg`Visitors are asked no questions. Add the first one with New question.`,
  },
  noMatch: { title: msg`No question matches`, text: msg`Try another word, or fewer filters.` },
  drawer: 'columns',
  hasHistory: true,
  bulk: {
    things: (count) => msg`${plural(count, { one: '# question', other: '# questions' })}`,
    actions: [
      {
        id: 'enable',
        label: msg`Enable`,
        done: (count) =>
          msg`${plural(count, { one: '# question was enabled', other: '# questions were enabled' })}`,
        isFor: ({ enabled, archived }) => !enabled && !archived,
      },
      {
        id: 'disable',
        label: msg`Disable`,
        done: (count) =>
          msg`${plural(count, { one: '# question was disabled', other: '# questions were disabled' })}`,
        effect: (count) =>
          msg`${plural(count, {
            one: 'Visitors will no longer be asked # question.',
            other: 'Visitors will no longer be asked # questions.',
          })}`,
        isFor: ({ enabled, archived }) => enabled && !archived,
      },
      {
        id: 'archive',
        label: msg`Archive`,
        done: (count) =>
          msg`${plural(count, { one: '# question was archived', other: '# questions were archived' })}`,
        isDanger: true,
        effect: (count) =>
          msg`${plural(count, {
            one: 'Visitors will no longer be asked # question.',
            other: 'Visitors will no longer be asked # questions.',
          })}`,
        isFor: ({ archived }) => !archived,
      },
      {
        id: 'restore',
        label: msg`Restore`,
        done: (count) =>
          msg`${plural(count, { one: '# question was restored', other: '# questions were restored' })}`,
        isFor: ({ archived }) => archived,
      },
    ],
    run: changeQuestions,
    inverse: { enable: 'disable', disable: 'enable', archive: 'restore', restore: 'archive' },
  },
}

function Places({ question }: { question: ManagedQuestion }) {
  const { sites, sites_total: siteCount, methods, methods_total: methodCount } = question
  if (siteCount + methodCount === 0) return <Trans>Nowhere</Trans>
  return firstNames([...sites, ...methods], siteCount + methodCount)
}

function Failing({ question }: { question: ManagedQuestion }) {
  if (canNobodyPass(question.answers)) return <StateBadge kind="danger" text={msg`No one can sign in`} />
  return failingAnswers(question) || '–'
}

function Languages({ question }: { question: ManagedQuestion }) {
  const { done, missing, outdated } = languagesOf(question)
  return (
    <>
      {done}{' '}
      {missing && (
        <Badge kind="caution">
          <Trans>{missing} missing</Trans>
        </Badge>
      )}{' '}
      {outdated && (
        <Badge kind="caution">
          <Trans>{outdated} out of date</Trans>
        </Badge>
      )}
    </>
  )
}

function Enabled({ question: { enabled, archived } }: { question: ManagedQuestion }) {
  if (archived) return <StateBadge kind="neutral" text={msg`Archived`} />
  return enabled ? <StateBadge kind="good" text={msg`Yes`} /> : <StateBadge kind="caution" text={msg`No`} />
}

interface QuestionMenuProps {
  question: ManagedQuestion
  onEdit: () => void
  onCopy: () => void
}

type Action = 'enable' | 'disable' | 'archive' | 'restore'

interface Change {
  action: Action
  /** For an undo: the version after the change. */
  versions?: Record<string, string>
}

const inverse: Record<Action, Action> = {
  enable: 'disable',
  disable: 'enable',
  archive: 'restore',
  restore: 'archive',
}

function QuestionMenu({ question, onEdit, onCopy }: QuestionMenuProps) {
  const { t } = useLingui()
  const { id, text, enabled, archived } = question
  const name = question.name || text
  const change = useMutation({
    mutationFn: async ({ action, versions }: Change) => {
      const { blocked, undo } = await changeQuestions({ action, ids: [id], versions })
      if (blocked[0]) throw blockedError(blocked[0])
      return versionsOf([id], undo)
    },
    onError: toastError,
    onSettled: renewQuestions,
  })
  const run = (action: Action) => {
    const said: Record<Action, string> = {
      enable: t`${name} is enabled.`,
      disable: t`${name} is disabled.`,
      archive: t`${name} is archived.`,
      restore: t`${name} is restored.`,
    }
    change.mutate(
      { action },
      {
        onSuccess: (left) =>
          void toast('success', said[action], {
            // Where nothing changed, there is nothing to undo.
            ...(left.versions?.[id] && {
              action: {
                label: <Trans>Undo</Trans>,
                onPress: () => change.mutate({ action: inverse[action], ...left }),
              },
            }),
            timeout: UNDO_MS,
          }),
      },
    )
  }
  return (
    <Menu triggerKind="icon" triggerLabel={t`Actions for ${name}`} trigger={<Ellipsis size={20} />}>
      {!archived && <MenuItem inFooter="main" onAction={onEdit}>{t`Edit`}</MenuItem>}
      <MenuItem onAction={onCopy}>{t`Copy to another site`}</MenuItem>
      {!archived && (
        <MenuItem
          inFooter="other"
          isBusy={change.isPending}
          onAction={() => run(enabled ? 'disable' : 'enable')}
        >
          {enabled ? t`Disable` : t`Enable`}
        </MenuItem>
      )}
      <MenuSeparator />
      {archived ? (
        <MenuItem
          inFooter="other"
          isBusy={change.isPending}
          onAction={() => run('restore')}
        >{t`Restore`}</MenuItem>
      ) : (
        <MenuItem isDanger onAction={() => run('archive')}>{t`Archive`}</MenuItem>
      )}
    </Menu>
  )
}
