"""Why commands are refused: every rejection code of Harvest in a sentence, with the ruling it rests on."""

from domain.kernel.rejection import Refusal

REFUSALS: dict[str, Refusal] = {
    "player_count_invalid": Refusal("One to six seats play."),
    "option_conflict": Refusal(
        "The options named do not go together, or not with this number of seats; leave one of them out. `origins` "
        "belong to the layout `custom` and to no other, `neutral_slot` to two seats that have not agreed on `boards`, "
        "`solo_deck_out` and `robot_order` to one seat; a list of squares names each square of the field once."
    ),
    "layout_invalid": Refusal(
        "These boards are no field: there must be one for each seat (three for one or two seats), none may overlap, "
        "and all must hang together by the edges of squares.",
        "M41",
    ),
    "colour_unknown": Refusal("The component data has no board of that colour."),
    "colour_taken": Refusal("Two seats cannot have the same colour."),
    "colours_missing": Refusal("Name one colour for each seat, or none at all to have them drawn by lot."),
    "assignment_invalid": Refusal("Name every seat once, and null for each neutral board.", "M20"),
    "start_already_chosen": Refusal("It is settled who goes first, and play has begun."),
    "first_drawn_by_lot": Refusal(
        "With `basis` set to `lot` or `random` the first seat is drawn; leave `first` out.", "M40"
    ),
    "solo_robot_starts": Refusal("Alone there is nothing to choose: Morikawa-kun No. 3 takes the first turn."),
    "game_not_running": Refusal(
        "Cards are placed from the first turn until play has ended; `to_act` tells what is due now."
    ),
    "not_your_turn": Refusal("It is another seat's turn; only drawing up is allowed out of turn.", "M17"),
    "card_not_in_hand": Refusal("The hand does not hold that card."),
    "face_exhausted": Refusal("All copies of that card lie elsewhere; an unknown hand cannot hold one more."),
    "hand_empty": Refusal("That hand is empty; draw up or pass."),
    "no_such_square": Refusal("There is no such square; the state lists all of them."),
    "square_occupied": Refusal("A card lies there; cards go on empty squares."),
    "own_field_empty": Refusal("With no card on the own field the card must go there.", "M9"),
    "target_field_empty": Refusal("No card lies on that player's field, so nobody else may place there.", "M11"),
    "declaration_required": Refusal("Say in `declared` which vegetable the special card stands for."),
    "declaration_unknown": Refusal("A special card stands for tomato, cabbage or corn."),
    "declaration_not_allowed": Refusal("A vegetable is what it is; leave `declared` out."),
    "special_must_trigger": Refusal("There the special card would harvest nothing of that vegetable.", "M7"),
    "solo_no_pass": Refusal("Alone there is no passing: some square is empty, so a card can be placed."),
    "draw_debt_outstanding": Refusal("Draw up to four cards first; then pass if none of them can be placed.", "M16"),
    "play_available": Refusal("A card of the hand can be placed, so the turn cannot be passed.", "M10"),
    "pass_impossible": Refusal(
        "That hand holds a card that can be placed: a vegetable, or a special card that fits a line. If it really has "
        "not, look for the mistake in what was recorded before.",
        "M13",
    ),
    "draw_is_automatic": Refusal("In this game hands are filled up by themselves.", "M17"),
    "hand_full": Refusal("The hand has four cards already."),
    "deck_empty": Refusal("The deck is used up; nobody draws any more.", "M18"),
    "game_not_ended": Refusal("Hands are laid open once play has ended with cards left in them."),
    "no_salad_due": Refusal("No salad is called for: nobody is level in everything that can be counted.", "M37"),
    "not_a_contestant": Refusal("That seat is not among those whose salads are compared.", "M37"),
    "dealt_harvests_itself": Refusal(
        "In a dealt game no harvest is overlooked; only a physical table can do that.", "M4"
    ),
    "not_a_harvest_just_made": Refusal(
        "Name exactly the squares of the harvest made last by a vegetable, before the next card or pass.", "M4"
    ),
}
"""What each code means. `unknown_seat`, `game_over` and `game_not_started` are the kernel's."""
