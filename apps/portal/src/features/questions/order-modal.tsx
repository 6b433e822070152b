import { ApiError } from '@gatehouse/api-client/api-error'
import { Modal, ModalBody, ModalFooter } from '@gatehouse/ui/aria/modal'
import { OrderList } from '@gatehouse/ui/aria/order-list'
import { Button } from '@gatehouse/ui/core/button'
import { Notice } from '@gatehouse/ui/core/notice'
import { Stack } from '@gatehouse/ui/core/stack'
import { type ManagedQuestion, orderQuestionsEndpoint } from '@gatehouse/validation/endpoints/questions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorMessage } from '../../lib/errors.ts'
import { Pending } from '../../lib/failure.tsx'
import { useUnsavedQuestion } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { orderQuery, renewQuestions } from './queries.ts'

/** The order in which visitors are asked. */
export function OrderModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { data, ...query } = useQuery(orderQuery)
  const present = data?.map(({ id }) => id) ?? []
  const [edit, setEdit] = useState<OrderEdit>()
  const isDirty = edit !== undefined && edit.order.join() !== edit.seen.join()
  const unsaved = useUnsavedQuestion({
    isDirty,
    onLeave: onClose,
    text: <Trans>The new order has not been saved.</Trans>,
  })
  const save = useMutation({
    mutationFn: ({ order, seen }: OrderEdit) =>
      api.call(orderQuestionsEndpoint, { body: partMoved(order, seen) }),
    onSuccess: async () => {
      toast('success', t`The order has been saved.`)
      await renewQuestions()
      unsaved.leave()
    },
    onError: async (failure) => {
      if (!(failure instanceof ApiError) || !['changed_meanwhile', 'not_found'].includes(failure.code)) return
      const { data: changed } = await query.refetch()
      // Both orders stay visible: the own one in the list, the other user's above it.
      const now = changed?.map(({ id }) => id) ?? []
      setEdit((own) => own && { seen: now, order: withPresent(own.order, now) })
    },
  })
  const isChangedMeanwhile =
    save.error instanceof ApiError && ['changed_meanwhile', 'not_found'].includes(save.error.code)
  return (
    <>
      <Modal isOpen onClose={unsaved.close} title={<Trans>Question order</Trans>}>
        <ModalBody>
          <Stack>
            {save.error && (
              <Notice kind="danger" live="assertive">
                {isChangedMeanwhile ? (
                  <>
                    <p>
                      <Trans>
                        Another person has changed the questions. Your order is below; Save keeps it. Their
                        order is:
                      </Trans>
                    </p>
                    <ol>
                      {inOrder(data ?? [], present).map(({ id, name }) => (
                        <li key={id}>{name}</li>
                      ))}
                    </ol>
                    <Button
                      size="small"
                      onClick={() => {
                        setEdit(undefined)
                        save.reset()
                      }}
                    >
                      <Trans>Use their order</Trans>
                    </Button>
                  </>
                ) : (
                  <ErrorMessage error={save.error} />
                )}
              </Notice>
            )}
            <p>
              <Trans>
                Drag a question, or press Enter on its handle and use the arrow keys. Visitors see this order.
              </Trans>
            </p>
            {!data ? (
              <Pending title={<Trans>The questions could not be loaded</Trans>} query={query} height={240} />
            ) : (
              <OrderList
                label={t`Question order`}
                items={inOrder(data, withPresent(edit?.order ?? [], present))}
                handleLabel={(name) => t`Move ${name}`}
                onOrder={(order) => setEdit({ seen: edit?.seen ?? present, order })}
              />
            )}
          </Stack>
        </ModalBody>
        <ModalFooter>
          <Button onClick={unsaved.close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            kind="primary"
            busy={save.isPending}
            disabled={!isDirty}
            onClick={() => edit && save.mutate(edit)}
          >
            <Trans>Save</Trans>
          </Button>
        </ModalFooter>
      </Modal>
      {unsaved.question}
    </>
  )
}

/** The order that a person made, and the one they started from. */
interface OrderEdit {
  seen: readonly string[]
  order: readonly string[]
}

/** The same order without removed items, and with new ones at the end. */
function withPresent(order: readonly string[], present: readonly string[]): string[] {
  return [...order.filter((id) => present.includes(id)), ...present.filter((id) => !order.includes(id))]
}

function inOrder(questions: readonly ManagedQuestion[], ids: readonly string[]) {
  const byId = new Map(questions.map((question) => [question.id, question]))
  return ids.flatMap((id) => {
    const question = byId.get(id)
    if (!question) return []
    const { name, text } = question
    return [{ id, name: name || text, ...(name !== '' && { detail: text }) }]
  })
}

/** Only the part of the list that has changed, so that two people can order different parts. */
function partMoved(ids: readonly string[], seen: readonly string[]) {
  const hasMoved = (id: string, at: number) => id !== seen[at]
  const from = ids.findIndex(hasMoved)
  const to = ids.findLastIndex(hasMoved) + 1
  return { ids: ids.slice(from, to), seen: seen.slice(from, to) }
}
