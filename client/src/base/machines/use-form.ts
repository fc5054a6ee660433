import { useCallback, useMemo } from 'react';
import { assign, fromPromise } from 'xstate';
import { checksOf, formMachine } from './form.machine.ts';
import { useMachine } from './use-machine.ts';
import { toErrorTexts } from '../http/error-texts.ts';

interface FormParts<Fields> {
  /** The errors of all invalid fields, in their order; by default none. */
  check?: (fields: Fields) => readonly string[];
  /** Sends the fields, and does what follows. */
  send: (fields: Fields) => Promise<unknown>;
  /** The codes or texts of a failure; by default a text for each code. */
  toErrors?: (failure: unknown) => readonly string[];
  /** What is shown first. */
  errors?: readonly string[];
}

const NONE: readonly string[] = [];

/** Runs the form machine. A second submission while it runs, or right after a failure, is dropped. */
export function useForm<Fields = void>({
  check,
  send: sendFields,
  toErrors = toErrorTexts,
  errors: firstErrors = NONE,
}: FormParts<Fields>) {
  const machine = useMemo(() => {
    const { guards, actions } = checksOf((fields) => check?.(fields as Fields) ?? NONE);
    return formMachine.provide({
      guards,
      actions: { ...actions, showFailure: assign({ errors: (_, { error }) => toErrors(error) }) },
      actors: { submit: fromPromise(({ input: { fields } }) => sendFields(fields as Fields)) },
    });
  }, [check, sendFields, toErrors]);
  const [state, send] = useMachine(machine, { input: { errors: firstErrors } });
  const edit = useCallback(() => send({ type: 'EDIT' }), [send]);
  return {
    errors: state.context.errors,
    isBusy: state.hasTag('busy'),
    isDone: state.hasTag('done'),
    submit: (fields: Fields) => send({ type: 'SUBMIT', fields }),
    /** To be called at any change of the fields; keeps its identity. */
    edit,
  };
}
