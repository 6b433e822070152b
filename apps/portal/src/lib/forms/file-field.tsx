import { Field } from '@gatehouse/ui/core/field'
import { FileInput } from '@gatehouse/ui/core/file-input'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const MEGABYTE = 1024 * 1024

/** A file of accepted types and size; nothing after a choice that is neither. */
export interface FileChoice {
  file: File | undefined
  /** For an `<img>`, until another file is chosen. */
  address: string | undefined
  /** Whether a chosen file was refused, whose error the field shows. */
  isRefused: boolean
}

interface FileFieldProps {
  label: ReactNode
  hint: (megabytes: number) => ReactNode
  types: readonly string[]
  maxBytes: number
  /** For a file of another type, and where `isMissing`. */
  typeError: string
  /** Saving was tried without a file. */
  isMissing?: boolean
  onChoose: (choice: FileChoice) => void
}

/** Chooses a picture by its type and size; the server checks its content. */
export function FileField({
  label,
  hint,
  types,
  maxBytes,
  typeError,
  isMissing = false,
  onChoose,
}: FileFieldProps) {
  const [problem, setProblem] = useState<'type' | 'size'>()
  const last = useRef<string>(undefined)
  useEffect(() => () => void (last.current && URL.revokeObjectURL(last.current)), [])
  const most = maxBytes / MEGABYTE
  const choose = (file: File | undefined) => {
    const found = file && (types.includes(file.type) ? (file.size > maxBytes ? 'size' : undefined) : 'type')
    setProblem(found)
    const accepted = found ? undefined : file
    if (last.current) URL.revokeObjectURL(last.current)
    last.current = accepted && URL.createObjectURL(accepted)
    onChoose({ file: accepted, address: last.current, isRefused: found !== undefined })
  }
  const isWrong = problem === 'type' || (isMissing && problem === undefined)
  return (
    <Field
      label={label}
      hint={hint(most)}
      error={
        problem === 'size' ? (
          <Trans>This file is larger than {most} MB. Choose a smaller one.</Trans>
        ) : (
          isWrong && typeError
        )
      }
    >
      <FileInput
        accept={types.join()}
        chooseLabel={<Trans>Choose a file</Trans>}
        noneLabel={<Trans>No file chosen</Trans>}
        onChoose={choose}
      />
    </Field>
  )
}
