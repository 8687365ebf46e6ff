import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectView, type WithdrawalEvent } from '../../machines/withdrawal/withdrawal.machine.ts';
import type { provideWithdrawal } from '../../machines/withdrawal/withdrawal.actors.ts';
import { markEntry } from '../history/resume.tsx';
import type { useScreenActor } from '../kit/useScreenActor.ts';

/** All that a history entry of the wizard says: what was typed stands in none. */
type WizardStep = 'form' | 'confirmation';

type WithdrawalRef = ReturnType<typeof useScreenActor<ReturnType<typeof provideWithdrawal>>>;

/** The step of the wizard that the browser is at; null where the wizard was just opened. */
export function useWizardStep(): WizardStep | null {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('step' in state)) return null;
  return state.step === 'form' || state.step === 'confirmation' ? state.step : null;
}

/**
 * Form and confirmation are two entries of the browser's history (WITHDRAW-25).
 * @returns sends an event. One that leads to the form goes back where the browser is past it, as Back does.
 */
export function useWizardHistory(ref: WithdrawalRef): (event: WithdrawalEvent) => void {
  const step = useWizardStep();
  const view = useSelector(ref, selectView);
  const navigate = useNavigate();
  // Back and Forward of the browser are events of the wizard.
  useEffect(() => {
    ref.send({ type: step === 'confirmation' ? 'browser.forward' : 'browser.back' });
  }, [ref, step]);
  // The wizard's steps are entries of the browser's history.
  useEffect(() => {
    // What was just said may have led on.
    if (view !== selectView(ref.getSnapshot())) return;
    if (view === 'confirming' && step !== 'confirmation') {
      markEntry({ step: 'form' satisfies WizardStep });
      void navigate('.', { state: { step: 'confirmation' satisfies WizardStep } });
    }
    // There is nothing to confirm any more.
    if (view === 'form' && step === 'confirmation') void navigate(-1);
  }, [ref, view, step, navigate]);
  return (event) => {
    const leadsToForm =
      event.type === 'user.back' ||
      event.type === 'user.tryAgain' ||
      (event.type === 'user.backToEdit' && view === 'confirming');
    if (leadsToForm && step === 'confirmation') void navigate(-1);
    else ref.send(event);
  };
}
