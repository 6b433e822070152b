import * as v from 'valibot'

const action = v.picklist(['pass', 'fail'])
const base = {
  id: v.string(),
  /** Sent back with the answer. The question is asked again if its text has changed by then. */
  version: v.optional(v.number()),
  questionText: v.string(),
  roles: v.optional(v.array(v.string())),
}
const answer = v.object({ text: v.string(), action })
const option = v.object({ id: v.string(), desc: v.string(), action })

/** A question as a guest's phone draws it and as the server checks the answers to it. */
export const Question = v.variant('type', [
  v.object({ ...base, type: v.literal('yes/no'), answers: v.object({ yes: answer, no: answer }) }),
  v.object({ ...base, type: v.literal('free text'), answers: v.optional(v.array(option)) }),
  v.object({ ...base, type: v.literal('select'), answers: v.array(option) }),
  v.object({ ...base, type: v.literal('multi-select'), answers: v.array(option) }),
])
export type Question = v.InferOutput<typeof Question>

export const VisitorRole = v.object({ id: v.string(), name: v.string() })
export type VisitorRole = v.InferOutput<typeof VisitorRole>
