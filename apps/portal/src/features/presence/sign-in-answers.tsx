import { type QuestionAnswer, QuestionField } from '@gatehouse/ui/core/question-field'
import { dependentOptions } from '../../lib/forms/dependent-options.ts'
import type { EndpointOutput } from '@gatehouse/validation/endpoint'
import { NewVisit, signInPersonEndpoint } from '@gatehouse/validation/endpoints/presence-changes'
import type { Question } from '@gatehouse/validation/questions'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../lib/api.ts'
import { type FieldsForm, type FormField, useFormField } from '../../lib/forms/form-fields.tsx'
import { FormModal } from '../../lib/forms/form-modal.tsx'
import { toast } from '../../lib/toaster.ts'
import { renewPresence } from './queries.ts'
import type { FoundForm } from './sign-in-details.tsx'
import { type HostValues, SignInHost } from './sign-in-host.tsx'

export type SignInOutcome = EndpointOutput<typeof signInPersonEndpoint>

interface AnswerValues extends HostValues {
  role: string
  dependents: string
  temperature_code: string
  questions: Record<string, QuestionAnswer>
}

interface SignInAnswersProps {
  form: FoundForm
  onRefused: (outcome: SignInOutcome) => void
  onClose: () => void
}

/** The method's questions. A question for certain roles needs one of them. */
export function SignInAnswers({
  form: { details, roles, questions, useTemperature, asksHost },
  onRefused,
  onClose,
}: SignInAnswersProps) {
  const { t } = useLingui()
  const name = `${details.first_name} ${details.last_name}`
  const isAsked = ({ roles: limitedTo }: Question, role: string) =>
    limitedTo === undefined || limitedTo.length === 0 || limitedTo.includes(role)
  const fields: FormField<AnswerValues>[] = [
    {
      type: 'select',
      name: 'role',
      label: <Trans>Role</Trans>,
      options: [
        ...(roles.length > 1 ? [{ value: '', label: t`Choose a role` }] : []),
        ...roles.map((role) => ({ value: role.id, label: role.name })),
      ],
      isShown: () => roles.length > 0,
    },
    { type: 'select', name: 'dependents', label: <Trans>Dependants</Trans>, options: dependentOptions },
    ...questions.map((question) => ({
      type: 'custom' as const,
      key: question.id,
      edits: null,
      isShown: (values: AnswerValues) => isAsked(question, values.role),
      render: (form: FieldsForm<AnswerValues>) => <Asked form={form} question={question} />,
    })),
    {
      type: 'custom',
      key: 'host',
      edits: null,
      isShown: () => asksHost,
      render: (form) => <SignInHost form={form} method={details.method} />,
    },
    {
      name: 'temperature_code',
      label: <Trans>Code of the temperature reading</Trans>,
      hint: <Trans>The device shows it after measuring the person.</Trans>,
      isShown: () => useTemperature,
    },
  ]
  return (
    <FormModal<AnswerValues, typeof NewVisit>
      id="sign-in-answers"
      title={<Trans>Sign in {name}</Trans>}
      schema={NewVisit}
      values={{
        role: roles.length === 1 ? (roles[0]?.id ?? '') : '',
        dependents: '0',
        temperature_code: '',
        questions: {},
        host: '',
        host_id: '',
      }}
      read={({ role, dependents, temperature_code: code, questions: given, host, host_id: hostId }) => ({
        ...details,
        dependents: Number(dependents),
        role: role === '' ? null : role,
        ...(useTemperature && { temperature_code: code }),
        ...(asksHost && { host: hostId === '' ? { name: host } : { id: hostId } }),
        questions: Object.fromEntries(
          questions
            .filter((question) => isAsked(question, role))
            .map(({ id, version, questionText: question_text, type }) => [
              id,
              { question_text, version, answer: given[id] ?? (type === 'multi-select' ? [] : '') },
            ]),
        ),
      })}
      fields={fields}
      submitLabel={<Trans>Sign in</Trans>}
      failedTitle={<Trans>{name} is not signed in</Trans>}
      submit={async (body, once) => {
        const outcome = await api.call(signInPersonEndpoint, { headers: once, body })
        const renewed = renewPresence()
        // The form closes first, so that Back leads to it and not to a closing one.
        if (outcome.outcome !== 'signed_in') return onRefused(outcome)
        toast('success', t`${name} is signed in.`)
        await renewed
      }}
      onClose={onClose}
    />
  )
}

function Asked({ form, question }: { form: FieldsForm<AnswerValues>; question: Question }) {
  const name = `questions.${question.id}` as const
  const { id, error, value, onChange } = useFormField(form, name)
  return (
    <QuestionField
      {...{ id, error, value, onChange, question }}
      severalHint={<Trans>Choose all that apply</Trans>}
    />
  )
}
