import { endpoints } from '@gatehouse/validation/endpoints/all'
import {
  type MusterReport,
  type MusterState,
  ReportedPerson,
  RollEntry,
  StoredMark,
} from '@gatehouse/validation/endpoints/musters'
import { EncodedBody, type EncodedJson, encodeParts, writeArray } from '../../lib/encode-array.ts'
import { createSerializer } from '../../lib/serializer.ts'
import { takeParts } from '../../lib/take-turns.ts'

const PART_ROWS = 250

/** No JSON string contains these, because quotes in strings are escaped. */
const LISTS = '"roll":[],"marks":[]'
const PEOPLE = '"people":[]'

/** Creates the encoder of a muster's state. It writes in parts: a roll has thousands of people. */
export function createStateEncoder(checked: boolean): (state: MusterState) => Promise<EncodedJson> {
  const write = createSerializer(endpoints.getMuster, checked)
  const writeEntry = createSerializer({ response: RollEntry }, checked)
  const writeMark = createSerializer({ response: StoredMark }, checked)

  async function* writeParts({ roll, marks, ...state }: MusterState): AsyncGenerator<string> {
    const [before = '', after = ''] = write({ ...state, roll: [], marks: [] }).split(LISTS)
    yield `${before}"roll":`
    yield* writeArray(takeParts(roll, PART_ROWS), writeEntry)
    yield ',"marks":'
    yield* writeArray(takeParts(marks, PART_ROWS), writeMark)
    yield after
  }

  return (state) => encodeParts(writeParts(state))
}

/** Creates the encoder of a muster's report. It writes in parts too. */
export function createReportEncoder(checked: boolean): (report: MusterReport) => Promise<EncodedBody> {
  const write = createSerializer(endpoints.getMusterReport, checked)
  const writePerson = createSerializer({ response: ReportedPerson }, checked)

  async function* writeParts({ people, ...report }: MusterReport): AsyncGenerator<string> {
    const [before = '', after = ''] = write({ ...report, people: [] }).split(PEOPLE)
    yield `${before}"people":`
    yield* writeArray(takeParts(people, PART_ROWS), writePerson)
    yield after
  }

  return async (report) => new EncodedBody((await encodeParts(writeParts(report))).bytes)
}
