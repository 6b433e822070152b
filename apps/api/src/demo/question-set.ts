import type { questions, questionVersions, QuestionAnswers } from '../db/schema/questions.ts'
import type { Translated } from '../db/schema/sign-in-methods.ts'
import type { visitorRoles } from '../db/schema/visitor-roles.ts'
import type { GivenAnswer } from '../db/schema/visits.ts'
import type { DemoIds, Random } from './random.ts'

type Role = typeof visitorRoles.$inferInsert
type Version = typeof questionVersions.$inferInsert

/** The roles and questions of one site, as rows. */
export interface QuestionSet {
  roles: Role[]
  questions: (typeof questions.$inferInsert)[]
  versions: Version[]
  /** The roles of a question. A question without an entry is for all roles. */
  rolesOfQuestion: Map<string, string[]>
}

const roles = [
  { name: 'Guest', names: { es: 'Invitado' } },
  { name: 'Performer', names: { es: 'Artista' } },
  { name: 'Crew', names: { es: 'Equipo técnico' } },
]

const questionTemplates: {
  name: string
  text: string
  texts: Translated
  answers: QuestionAnswers
  type: Version['type']
  crewOnly?: true
}[] = [
  {
    name: 'Symptoms',
    type: 'yes/no',
    text: 'Do you have a fever or a new cough today?',
    texts: { es: '¿Tiene hoy fiebre o tos reciente?' },
    answers: {
      yes: { text: 'Yes', texts: { es: 'Sí' }, action: 'fail' },
      no: { text: 'No', texts: { es: 'No' }, action: 'pass' },
    },
  },
  {
    name: 'Host',
    type: 'free text',
    text: 'Who are you here to see?',
    texts: { es: '¿A quién viene a ver?' },
    answers: null,
  },
  {
    name: 'Journey',
    type: 'select',
    text: 'How did you get here?',
    texts: { es: '¿Cómo ha llegado hasta aquí?' },
    answers: [
      { id: 'ferry', desc: 'Ferry', descs: { es: 'Transbordador' }, action: 'pass' },
      { id: 'train', desc: 'Train or light rail', descs: { es: 'Tren o tranvía' }, action: 'pass' },
      { id: 'car', desc: 'Car', descs: { es: 'Coche' }, action: 'pass' },
      { id: 'foot', desc: 'On foot or by bicycle', descs: { es: 'A pie o en bicicleta' }, action: 'pass' },
    ],
  },
  {
    name: 'Stage work',
    type: 'multi-select',
    crewOnly: true,
    text: 'Which of these will you do on stage today?',
    texts: { es: '¿Qué hará hoy en el escenario?' },
    answers: [
      {
        id: 'rigging',
        desc: 'Rigging above two metres',
        descs: { es: 'Trabajos a más de dos metros' },
        action: 'pass',
      },
      { id: 'electrics', desc: 'Mains electrics', descs: { es: 'Instalación eléctrica' }, action: 'pass' },
      {
        id: 'pyrotechnics',
        desc: 'Pyrotechnics without a permit',
        descs: { es: 'Pirotecnia sin permiso' },
        action: 'fail',
      },
      { id: 'none', desc: 'None of these', descs: { es: 'Nada de esto' }, action: 'pass' },
    ],
  },
]

/** Creates three roles and a question of each type. One question is for a single role, and some answers fail. */
export function createQuestionSet(
  { clientId, siteId, at }: { clientId: string; siteId: string; at: Date },
  newId: DemoIds,
): QuestionSet {
  const stamps = { createdAt: at, lastModified: at }
  const questionSet: QuestionSet = { roles: [], questions: [], versions: [], rolesOfQuestion: new Map() }
  for (const [position, role] of roles.entries()) {
    questionSet.roles.push({ clientId, id: newId(at.getTime()), siteId, ...role, position, ...stamps })
  }
  const crew = questionSet.roles.find(({ name }) => name === 'Crew')
  for (const [position, { crewOnly, ...words }] of questionTemplates.entries()) {
    const id = newId(at.getTime())
    questionSet.questions.push({ clientId, id, version: 1, position, ...stamps })
    questionSet.versions.push({ clientId, questionId: id, version: 1, ...words, createdAt: at })
    if (crewOnly && crew) questionSet.rolesOfQuestion.set(id, [crew.id])
  }
  return questionSet
}

const hosts = [
  'Aroha at the desk',
  'the box office',
  'Tomasz',
  'stage management',
  'the wardrobe',
  'Priya in programming',
  'the orchestra',
  'a friend in the cast',
]

/** Draws the answers of a person in a role. With `failing`, one answer fails. */
export function drawAnswers(
  questionSet: QuestionSet,
  role: Role,
  random: Random,
  failing = false,
): GivenAnswer[] {
  return questionSet.versions
    .filter(({ questionId }) => questionSet.rolesOfQuestion.get(questionId)?.includes(role.id) ?? true)
    .map((version) => {
      const { answer, text } = drawAnswer(version.answers ?? null, random, failing)
      return {
        question_id: version.questionId,
        version: version.version,
        type: version.type,
        question_text: version.text,
        answer,
        answer_text: text,
        failed: failing && version.type === 'yes/no',
      }
    })
}

function drawAnswer(
  answers: QuestionAnswers,
  random: Random,
  failing: boolean,
): { answer: string | string[]; text: string } {
  if (answers === null) {
    const host = random.pick(hosts)
    return { answer: host, text: host }
  }
  if (!Array.isArray(answers)) {
    const answer = failing ? 'yes' : 'no'
    return { answer, text: answers[answer].text }
  }
  const options = answers.filter(({ action }) => action === 'pass')
  if (!options.some(({ id }) => id === 'none')) {
    const { id, desc } = random.pick(options)
    return { answer: id, text: desc }
  }
  const chosen = options.filter(({ id }) => id !== 'none' && random.chance(0.5))
  const kept = chosen.length > 0 ? chosen : options.slice(-1)
  return { answer: kept.map(({ id }) => id), text: kept.map(({ desc }) => desc).join(', ') }
}
