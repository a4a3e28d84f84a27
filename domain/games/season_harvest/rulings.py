"""Why commands are refused: every rejection code of Season Harvest in a sentence, with the ruling it rests on."""

from domain.kernel.rejection import Refusal

REFUSALS: dict[str, Refusal] = {
    "bad_player_count": Refusal(
        "Two to four seats play; one may play alone with a cooperative variant, up to eight with `homes` set to "
        "`corners_then_edges`.",
        "A2",
    ),
    "bad_years": Refusal("A game lasts 1 to 9 game-years, agreed before it starts.", "A6"),
    "bad_option": Refusal("`option` cannot have that value, or not together with the others; see `allowed`."),
    "deck_too_small": Refusal("The deck must hold nine cards for the grid and three for every seat.", "A1"),
    "coop_variant_conflict": Refusal("At most one of the cooperative variants can be played at a time."),
    "coop_target_unresolved": Refusal(
        "The most recent game cannot be read. Choose another `coop_scope` or `series`, or in an observed game state "
        "the table's target as `coop_target`.",
        "A39",
    ),
    "home_already_taken": Refusal("This seat has its home base already.", "A4"),
    "not_a_home_space": Refusal("A home base is a corner that still holds its card (an edge only if so agreed).", "A3"),
    "home_space_taken": Refusal("Another seat has its home base there; corners are not shared.", "A4"),
    "homes_incomplete": Refusal("Every seat takes its home base before somebody goes first.", "A4"),
    "first_drawn_by_lot": Refusal("With `basis` set to `lot` the first seat is drawn; leave `first` out.", "A7"),
    "not_active_player": Refusal("It is another seat's turn; only showing cards is allowed out of turn.", "A8"),
    "unknown_pawn": Refusal(
        "No such pawn is in play; pawns are named like `1-1`, or by the space they stand on alone."
    ),
    "pawn_not_owned": Refusal("That pawn belongs to another seat."),
    "pawn_ambiguous": Refusal("Several of your pawns stand there; name one by its id."),
    "pawn_too_new": Refusal("At this table a new pawn acts only from the next turn on.", "A25"),
    "unknown_space": Refusal("Spaces are a1 to c3: column letter, then row digit."),
    "pawn_moves_spent": Refusal("This pawn has used its free move and its action this turn.", "A24"),
    "not_adjacent": Refusal("A pawn moves to a space beside its own, not across a corner."),
    "pawn_action_spent": Refusal("This pawn has used its action this turn.", "A24"),
    "no_seed_in_basket": Refusal("There is no seed in the basket to plant."),
    "no_seed_here": Refusal("There is no seed on the pawn's space to gather."),
    "no_fruity_here": Refusal("There is no fruity on the pawn's space."),
    "no_tree_here": Refusal("There is no tree on the pawn's space to cut."),
    "payment_not_in_ruleset": Refusal("Wood pays for a pawn only with the Lumber variant."),
    "action_not_in_ruleset": Refusal("Forestry belongs to the Lumber variant, which this game is not played with."),
    "pawn_limit_reached": Refusal("The seat has as many pawns as were agreed on.", "A26"),
    "not_enough_fruit": Refusal("The basket holds less fruit than the new pawn costs.", "A27"),
    "not_enough_wood": Refusal("The basket holds less wood than the new pawn costs."),
    "card_step_done": Refusal("The turn's one card step is done, or the hand is empty.", "A12"),
    "card_not_in_hand": Refusal("The hand does not hold that card; the faces are SP, SU, FA and WI."),
    "season_does_not_follow": Refusal("A season goes on an empty space or over the season just before it.", "A14"),
    "season_overdrawn": Refusal("All copies of that season lie elsewhere; the hand cannot hold one more."),
    "shown_hand_mismatch": Refusal(
        "State the whole hand in `shown`: as many cards as it holds, and all that are known to be in it."
    ),
    "playable_card_exists": Refusal("A card of the hand fits on the board and must be played.", "A17"),
    "card_step_pending": Refusal("Play a card first, or show that none fits; the card step is compulsory.", "A12"),
    "count_not_in_mode": Refusal("Only a physical table can be counted; a dealt game is its own record."),
}
"""What each code means. `unknown_seat`, `game_over` and `game_not_started` are the kernel's."""
